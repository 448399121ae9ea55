import { startMock } from './server';

const port = Number(process.env['PORT'] ?? 8960);
await startMock(port);
console.log(`http://127.0.0.1:${port}`);

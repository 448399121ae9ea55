// After the build: each file of the page also as .gz and .br, and a look at what the first visit costs.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const most = 300_000; // bytes of the first visit, compressed
const folder = new URL('./dist/', import.meta.url);

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(html|js|css|svg|json)$/.test(entry.name))
  .map((entry) => `${entry.parentPath}/${entry.name}`);
let sum = 0;
for (const file of files) {
  const plain = readFileSync(file);
  const gzip = gzipSync(plain, { level: 9 });
  const brotli = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  writeFileSync(`${file}.gz`, gzip);
  writeFileSync(`${file}.br`, brotli);
  sum += gzip.length;
}
console.log(`first visit: ${(sum / 1000).toFixed(1)} kB compressed (at most ${most / 1000})`);
if (sum > most) process.exit(1);

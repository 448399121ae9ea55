import { createRoot } from 'react-dom/client';
import { App } from './App';
import { client } from './client';
import './styles/base.css';
import './styles/board.css';
import './styles/layout.css';
import './styles/panels.css';
import './styles/dialogs.css';

client.start();
createRoot(document.getElementById('root')!).render(<App />);

import { createRoot } from 'react-dom/client';
import { App } from './App';
import { client } from './client';
import './styles/base.css';
import './styles/board.css';
import './styles/header.css';
import './styles/layout.css';
import './styles/players.css';
import './styles/evaluation.css';
import './styles/analysis.css';
import './styles/moves.css';
import './styles/report.css';
import './styles/tree.css';
import './styles/chat.css';
import './styles/notices.css';
import './styles/dialogs.css';

client.start();
createRoot(document.getElementById('root')!).render(<App />);

// The WebSocket to the server: requests with their answers, and coming back after a loss.
import { type FromPage, type FromServer, type Problem, fromServer, subprotocol } from '../protocol';
import { jsonText } from './json';

export class RequestError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

type Body<M> = M extends { id: number } ? Omit<M, 'id'> : never;
export type Request = Body<FromPage>;

interface Waiting {
  resolve: (answer: FromServer) => void;
  reject: (error: RequestError) => void;
}

export interface Listener {
  received: (message: FromServer) => void;
  opened: () => void; // the server has said hello
  lost: () => void; // and another try is on its way
}

const lostProblem: Problem = {
  code: 'internal',
  message: 'The connection to Tabiya was lost. Is it still running?',
};

export class Connection {
  private socket: WebSocket | null = null;
  private lastId = 0;
  private readonly waiting = new Map<number, Waiting>();
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
  ) {}

  open(): void {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.address, subprotocol);
    this.socket = socket;
    socket.onmessage = (event) => this.receive(event.data);
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      for (const { reject } of this.waiting.values()) reject(new RequestError(lostProblem));
      this.waiting.clear();
      this.listener.lost();
      // Soon at first, then then less and less often, so that a server that starts is not flooded.
      this.timer = setTimeout(() => this.open(), Math.min(10_000, 250 * 2 ** this.tries++));
    };
  }

  // Tries at once instead of waiting, for a user who has come back.
  hurry(): void {
    if (this.socket) return;
    this.tries = 0;
    this.open();
  }

  request(request: Request): Promise<FromServer> {
    const socket = this.socket;
    if (socket?.readyState !== WebSocket.OPEN) return Promise.reject(new RequestError(lostProblem));
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      socket.send(jsonText({ ...request, id }));
    });
  }

  private receive(data: unknown): void {
    let json: unknown;
    let message: FromServer;
    try {
      json = JSON.parse(String(data));
      message = fromServer(json, '');
    } catch (error) {
      console.error('A message from the server was not understood:', error);
      // The caller that waits for it must not wait for ever.
      this.answered((json as { for?: unknown } | null | undefined)?.for)?.reject(
        new RequestError({
          code: 'internal',
          message: 'This page and Tabiya have different versions. Please reload the page.',
        }),
      );
      return;
    }
    if (message.type === 'hello') {
      this.tries = 0;
      this.listener.received(message);
      this.listener.opened();
      return;
    }
    // First the state changes, then the caller goes on.
    this.listener.received(message);
    if (!('for' in message)) return;
    const waiting = this.answered(message.for);
    if (message.type === 'error') waiting?.reject(new RequestError(message.error));
    else waiting?.resolve(message);
  }

  // Whose answer this is; each is answered once.
  private answered(id: unknown): Waiting | undefined {
    const waiting = this.waiting.get(id as number);
    this.waiting.delete(id as number);
    return waiting;
  }
}

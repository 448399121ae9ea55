// What people do with the page, one after the other, each in a fresh browser.
import { strict as assert } from 'node:assert';
import { artifacts } from './browser';
import { firstLoad } from './firstLoad';
import {
  centreOf,
  clickMove,
  clickSquare,
  dragPiece,
  labelOf,
  keyMove,
  tapSquare,
  touchDrag,
  waitForMoves,
  waitForPiece,
} from './input';
import { picturePage, pictureTerminal } from './pictures';
import { startProxy } from './proxy';
import { type Scenario, people, phone, picture, slowEngine, study, withoutSeriousFindings } from './scenario';

export const scenarios: Scenario[] = [
  {
    name: 'a game against the engine by mouse, dragging and clicking',
    play: async (page) => {
      await picture(page, 'start-light');
      await dragPiece(page, 'e2', 'e4');
      await waitForPiece(page, 'e4', 'white pawn');
      await waitForMoves(page, 2);
      await clickSquare(page, 'g1');
      assert.match(await labelOf(page, 'f3'), /legal move/);
      await picture(page, 'picked-up');
      await clickSquare(page, 'f3');
      await waitForPiece(page, 'f3', 'white knight');
      await waitForMoves(page, 4);
      // An illegal drop changes nothing.
      await dragPiece(page, 'f3', 'f6');
      await waitForPiece(page, 'f3', 'white knight');
      await page.getByRole('button', { name: 'Hint' }).click();
      await page.waitForSelector('.chat-lines .engine .line-moves button');
      await page.getByRole('button', { name: 'Take back' }).click();
      await page.waitForFunction(() => document.querySelectorAll('.notation button').length === 2);
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('button', { name: 'Resign?' }).click();
      await page.waitForSelector('.notation .outcome');
      await picture(page, 'resigned');
      await page.getByRole('button', { name: 'Play again' }).click();
      await waitForPiece(page, 'e2', 'white pawn');
      // Colours change, so the engine opens and the board is turned.
      await waitForMoves(page, 1);
    },
  },
  {
    name: 'a game to mate by keyboard only, and its announcements',
    settings: people,
    play: async (page) => {
      await page.keyboard.press('a');
      for (const key of ['g', '1', 'Enter']) await page.keyboard.press(key);
      await page.getByText('knight g1 selected.').waitFor({ state: 'attached' });
      // The ring around the square leaves the piece in sight.
      const g1 = await centreOf(page, 'g1');
      assert.ok(
        await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('.piece') !== null, g1),
      );
      assert.match(await labelOf(page, 'f3'), /legal move/);
      await page.keyboard.press('Escape');
      assert.doesNotMatch(await labelOf(page, 'f3'), /legal move/);
      for (const [from, to] of [
        ['f2', 'f3'],
        ['e7', 'e5'],
        ['g2', 'g4'],
        ['d8', 'h4'],
      ] as const) {
        await keyMove(page, from, to);
        await waitForPiece(page, from, 'empty');
      }
      await page.waitForSelector('.notation .outcome');
      const said = await page.getByTestId('announcer').textContent();
      assert.match(said ?? '', /Black: queen h4, checkmate\. (Checkmate, )?[Bb]lack wins/);
      await page.keyboard.press('PageUp');
      await waitForPiece(page, 'd8', 'black queen');
      await picture(page, 'keyboard');
    },
  },
  {
    name: 'promotion by mouse and by keyboard',
    fragment: '#/fen/4k3/P6P/8/8/8/8/8/4K3_w_-_-_0_1',
    play: async (page) => {
      await dragPiece(page, 'a7', 'a8');
      await page.waitForSelector('.promotion');
      await picture(page, 'promotion');
      await page.getByRole('button', { name: 'Rook' }).click();
      await waitForPiece(page, 'a8', 'white rook');
      await clickMove(page, 'e8', 'e7');
      await waitForPiece(page, 'e7', 'black king');
      await page.keyboard.press('a');
      await keyMove(page, 'h7', 'h8');
      await page.keyboard.press('n');
      await waitForPiece(page, 'h8', 'white knight');
      assert.deepEqual(await waitForMoves(page, 3), ['a8=R+', 'Ke7', 'h8=N']);
    },
  },
  {
    name: 'Chess960: castling by dropping the king on the rook',
    settings: people,
    play: async (page) => {
      await page.getByRole('button', { name: 'New game' }).click();
      await page.getByText('Chess960', { exact: true }).click();
      await page.getByPlaceholder('0 to 959').fill('288');
      await picture(page, 'new-game');
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await waitForPiece(page, 'f1', 'white king');
      await dragPiece(page, 'f1', 'g1');
      await waitForPiece(page, 'g1', 'white king');
      await waitForPiece(page, 'f1', 'white rook');
      assert.deepEqual(await waitForMoves(page, 1), ['O-O']);
      await picture(page, 'chess960');
    },
  },
  {
    name: 'Reset: short for chess, long for Chess960; nothing moves under the finger',
    settings: people,
    play: async (page) => {
      const reset = page.getByRole('button', { name: 'Reset', exact: true });
      await clickMove(page, 'e2', 'e4');
      await waitForPiece(page, 'e4', 'white pawn');
      const before = await reset.boundingBox();
      await reset.click();
      await waitForPiece(page, 'e4', 'empty');
      assert.deepEqual(await reset.boundingBox(), before);
      await reset.hover();
      await page.mouse.down();
      await page
        .getByText(/Chess960 number/)
        .first()
        .waitFor();
      await page.mouse.up();
      assert.deepEqual(await reset.boundingBox(), before);
      await page.getByRole('button', { name: 'Reset to…' }).click();
      await page.getByRole('menuitem', { name: /^Chess960 Random/ }).waitFor();
      await picture(page, 'reset-menu');
      await page.getByRole('menuitem', { name: /number/ }).click();
      await page.getByPlaceholder('0 to 959').waitFor();
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'a phone: by touch, upright, light',
    settings: people,
    options: { ...phone, colorScheme: 'light' },
    play: async (page) => {
      await touchDrag(page, 'e2', 'e4');
      await waitForPiece(page, 'e4', 'white pawn');
      await tapSquare(page, 'e7');
      await tapSquare(page, 'e5');
      await waitForPiece(page, 'e5', 'black pawn');
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 390, `the page is ${width} wide`);
      await picture(page, 'phone-light');
      await page.screenshot({ path: `${artifacts}phone-whole.png`, fullPage: true });
      await withoutSeriousFindings(page, 'phone');
    },
  },
  {
    name: 'a phone: dark, a clock, against the engine',
    settings: { minutes: 5, increment: 3 },
    options: { ...phone, colorScheme: 'dark' },
    play: async (page) => {
      await touchDrag(page, 'd2', 'd4');
      await waitForMoves(page, 2);
      await page.waitForSelector('.clock.running');
      await picture(page, 'phone-dark');
      await page.getByRole('tab', { name: 'Chat' }).click();
      await picture(page, 'phone-chat');
      await withoutSeriousFindings(page, 'phone, dark');
    },
  },
  {
    name: 'a premove is played when its turn comes',
    play: async (page) => {
      await dragPiece(page, 'e2', 'e4');
      await dragPiece(page, 'd2', 'd3');
      await page.waitForSelector('.square.premove, .notation span:nth-child(3) button');
      const line = await waitForMoves(page, 3);
      assert.equal(line[2], 'd3');
    },
  },
  {
    name: 'study: PGN in, variations, analysis lines, preview, report',
    settings: study,
    options: { viewport: { width: 1500, height: 950 } },
    play: async (page) => {
      await page.getByRole('button', { name: 'Open' }).click();
      await page
        .getByLabel('PGN or FEN')
        .fill(
          '[Event "x"]\n\n1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4 {Philidor} exd4) 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1\n',
        );
      await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
      await waitForMoves(page, 14);
      await page.getByText('Philidor').waitFor();
      await page.keyboard.press('ArrowUp');
      for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
      await waitForPiece(page, 'c4', 'white bishop');
      await page.getByRole('button', { name: 'Analyse' }).click();
      await page.waitForSelector('.lines li:nth-child(3)');
      await page.waitForSelector('.arrow.best');
      const first = page.locator('.lines li:first-child .line-moves button').first();
      await first.hover();
      await page.waitForSelector('.arrow.preview');
      await picture(page, 'analysis');
      await page.mouse.move(5, 5);
      // A move of one's own becomes a variation.
      await dragPiece(page, 'g8', 'f6');
      await waitForPiece(page, 'f6', 'black knight');
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByRole('tab', { name: 'Report' }).click();
      await page.getByRole('button', { name: 'Review game' }).click();
      await page.waitForSelector('.mistakes li');
      await page.waitForFunction(() => !document.querySelector('progress'));
      await page.locator('.graph').click({ position: { x: 200, y: 40 } });
      await picture(page, 'report');
      await withoutSeriousFindings(page, 'report');
      await page.getByRole('tab', { name: 'Moves' }).click();
      await picture(page, 'variations');
    },
  },
  {
    name: 'watching the tree search: bars, branches, heat map; dark',
    settings: { ...study, theme: 'dark', lines: 2 },
    options: { viewport: { width: 1500, height: 950 } },
    fragment: '#/fen/r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R_b_KQkq_-_3_3',
    play: async (page) => {
      await page.getByRole('tab', { name: 'Tree' }).click();
      await page.getByRole('button', { name: 'Start the tree search' }).click();
      await page.waitForSelector('.branch .fill.visits');
      await page.waitForTimeout(2500);
      await page.locator('.branch-move:not([disabled])').first().click();
      await page.waitForSelector('.branches .branches .branch');
      await page.getByLabel('Heat map').selectOption('prior');
      await page.waitForSelector('.heat');
      await picture(page, 'tree-dark');
      await withoutSeriousFindings(page, 'tree, dark');
    },
  },
  {
    name: 'chat: commands, lines to click, and text that stays text',
    play: async (page) => {
      const input = page.getByLabel('Chat message or command');
      await input.fill('<img src=x onerror=alert(1)>');
      await input.press('Enter');
      await page.getByText('<img src=x onerror=alert(1)>').waitFor();
      await input.fill('/le');
      await page.getByRole('button', { name: /\/level N/ }).waitFor();
      await picture(page, 'chat-suggestions');
      await input.fill('/level 5');
      await input.press('Enter');
      await page.getByText(/You now play against .*, level 5\./).waitFor();
      await input.fill('/hint');
      await input.press('Enter');
      await page.locator('.chat-lines .engine .line-moves button').first().hover();
      await page.waitForSelector('.arrow.preview');
      await picture(page, 'chat');
      await input.fill('/new960 518');
      await input.press('Enter');
      await page.getByText('Chess960 number 518').first().waitFor();
      await withoutSeriousFindings(page, 'chat');
    },
  },
  {
    name: 'the board editor',
    settings: study,
    play: async (page) => {
      await page.getByRole('button', { name: 'Set up' }).click();
      await page.getByRole('button', { name: 'Clear board' }).click();
      await page.getByText(/cannot be played on|has no king/).waitFor();
      await page.getByLabel('Text commands').fill('w Kg1 Qd1 e4 . b Kg8 .');
      await page.getByLabel('Text commands').press('Enter');
      await page.getByRole('button', { name: 'black rook' }).click();
      await page.locator('.editor-board [role=gridcell][data-square=a8]').click({ force: true });
      await page.getByText('This position is legal').waitFor();
      await picture(page, 'editor');
      await withoutSeriousFindings(page, 'editor');
      await page.getByRole('button', { name: 'Study position' }).click();
      await waitForPiece(page, 'a8', 'black rook');
      await waitForPiece(page, 'd1', 'white queen');
    },
  },
  {
    name: 'arrows and marks by the right button; flip; typing a move',
    settings: people,
    play: async (page) => {
      const [from, to] = await Promise.all(
        ['b1', 'c3'].map((square) =>
          page.locator(`.board-area [role=gridcell][data-square=${square}]`).boundingBox(),
        ),
      );
      await page.mouse.move(from!.x + 20, from!.y + 20);
      await page.mouse.down({ button: 'right' });
      await page.mouse.move(to!.x + 20, to!.y + 20, { steps: 3 });
      await page.mouse.up({ button: 'right' });
      await page.mouse.move(to!.x + 20, to!.y + 20);
      await page.mouse.click(from!.x + 200, from!.y - 100, { button: 'right' });
      assert.equal(await page.locator('.arrow.green').count(), 1);
      assert.equal(await page.locator('.mark.green').count(), 1);
      await page.getByRole('button', { name: 'Flip board' }).click();
      await picture(page, 'marks-flipped');
      await page.getByLabel('Type a move').fill('Nf3');
      await page.getByLabel('Type a move').press('Enter');
      await waitForPiece(page, 'f3', 'white knight');
      assert.equal(await page.locator('.arrow.green').count(), 0);
    },
  },
  {
    name: 'a link to moves; reload in mid-game; two pages on one game',
    fragment: '#/moves/e2e4,e7e5,g1f3',
    play: async (page) => {
      assert.deepEqual(await waitForMoves(page, 3), ['e4', 'e5', 'Nf3']);
      const address = page.url();
      assert.match(address, /#\/game\//);
      await page.reload();
      await waitForPiece(page, 'f3', 'white knight');
      const second = await page.context().newPage();
      await second.goto(address);
      await waitForPiece(second, 'f3', 'white knight');
      await dragPiece(second, 'b8', 'c6');
      await waitForPiece(page, 'c6', 'black knight');
      await second.close();
      // Back leads to the game before, and forward to the new one again.
      await page.getByRole('button', { name: 'Reset', exact: true }).click();
      await waitForPiece(page, 'e2', 'white pawn');
      await page.goBack();
      await waitForPiece(page, 'c6', 'black knight');
      assert.equal(page.url(), address);
      await page.goForward();
      await waitForPiece(page, 'e2', 'white pawn');
    },
  },
  {
    name: 'settings are remembered; symbols, colours; dialogs have no serious findings',
    play: async (page) => {
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByText('Symbols ♞').click();
      await page.getByText('Moss').click();
      await page.getByText('Dark', { exact: true }).click();
      await picture(page, 'settings');
      await withoutSeriousFindings(page, 'settings');
      await page.keyboard.press('Escape');
      assert.equal(await page.evaluate(() => document.activeElement?.ariaLabel), 'Settings');
      await page.reload();
      await page.waitForSelector('.piece-drawing.symbol');
      await page.waitForSelector('.board.moss');
      await picture(page, 'symbols-dark');
      await page.getByRole('button', { name: 'Help' }).click();
      await picture(page, 'help-dark');
      await withoutSeriousFindings(page, 'help');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByLabel('Copy: Game (PGN)').waitFor();
      await picture(page, 'share-dark');
      await withoutSeriousFindings(page, 'share');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'New game' }).click();
      await withoutSeriousFindings(page, 'new game');
    },
  },
  {
    name: 'the connection is lost and comes back: nothing is missing',
    settings: people,
    expected: /WebSocket|ERR_EMPTY_RESPONSE|ERR_CONNECTION/,
    play: async (first, program) => {
      const proxy = await startProxy(program.address);
      try {
        const page = await first.context().newPage();
        await page.goto(proxy.address);
        await clickMove(page, 'e2', 'e4');
        await waitForPiece(page, 'e4', 'white pawn');
        const before = await page.locator('.split').boundingBox();
        proxy.cut();
        await page.getByText('Reconnecting…').waitFor();
        assert.deepEqual(
          await page.locator('.split').boundingBox(),
          before,
          'the page jumps when it is lost',
        );
        // While the page is away, the game goes on: another page has its own way to the program.
        await first.goto(program.address + new URL(page.url()).hash);
        await first.reload();
        await waitForPiece(first, 'e4', 'white pawn');
        await clickMove(first, 'e7', 'e5');
        await waitForPiece(first, 'e5', 'black pawn');
        await clickMove(first, 'g1', 'f3');
        await waitForPiece(first, 'f3', 'white knight');
        proxy.mend();
        assert.deepEqual(await waitForMoves(page, 3), ['e4', 'e5', 'Nf3']);
        await clickMove(page, 'b8', 'c6');
        await waitForPiece(page, 'c6', 'black knight');
      } finally {
        proxy.close();
      }
    },
  },
  {
    name: 'a file dropped on the page, text pasted into it, and one that is broken',
    expected: /status of 422/,
    play: async (page) => {
      const drop = (text: string, onto = 'body') =>
        page.locator(onto).evaluate((element, content) => {
          const data = new DataTransfer();
          data.items.add(new File([content], 'game.pgn'));
          element.dispatchEvent(
            new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
          );
        }, text);
      await drop('1. d4 d5 2. c4 *');
      assert.deepEqual(await waitForMoves(page, 3), ['d4', 'd5', 'c4']);
      await drop('this is no game');
      await page.getByText(/There is no game in this text|"this" is not a move/).waitFor();
      assert.deepEqual(await waitForMoves(page, 3), ['d4', 'd5', 'c4']);
      await page.evaluate(() => {
        const data = new DataTransfer();
        data.setData('text/plain', '8/8/8/8/8/2k5/8/2K4Q w - - 0 1');
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
      });
      await waitForPiece(page, 'h1', 'white queen');
      // In a dialog, what went wrong is said in front of it.
      await page.getByRole('button', { name: 'Open' }).click();
      await page.getByLabel('PGN or FEN').fill('nor is this');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Open', exact: true }).click();
      await dialog.getByText(/There is no game in this text|"nor" is not a move/).waitFor();
      await picture(page, 'import-broken');
      await dialog.getByRole('button', { name: 'Dismiss' }).last().click();
      // A file is opened also when it falls on the field for text, and the dialog closes.
      await drop('1. c4 e5 *', 'textarea');
      assert.deepEqual(await waitForMoves(page, 2), ['c4', 'e5']);
      await dialog.waitFor({ state: 'detached' });
      await drop('[Event "a"]\n\n1. e4 *\n\n[Event "b"]\n\n1. f4 *\n');
      await page.getByText('This is the first of 2 games.').waitFor();
    },
  },
  {
    name: 'a link that leads nowhere leaves a game to play',
    fragment: '#/fen/8/8/8/8_w',
    expected: /status of 422/,
    play: async (page) => {
      await dragPiece(page, 'e2', 'e4');
      await waitForPiece(page, 'e4', 'white pawn');
    },
  },
  {
    name: 'two people: a draw is offered and accepted',
    settings: people,
    play: async (page) => {
      await clickMove(page, 'e2', 'e4');
      await waitForPiece(page, 'e4', 'white pawn');
      await page.getByRole('button', { name: 'Offer draw' }).click();
      await clickMove(page, 'e7', 'e5');
      await page.getByText('Black offers a draw.', { exact: true }).first().waitFor();
      await picture(page, 'draw-offer');
      await page.getByRole('button', { name: 'Accept' }).click();
      await page.waitForSelector('.notation .outcome');
      await page.getByText('draw by agreement').first().waitFor();
    },
  },
  {
    name: 'other screens: tablet, phone on its side, large',
    settings: study,
    fragment: '#/moves/e2e4,e7e5,g1f3,b8c6,f1b5,a7a6,b5a4,g8f6,e1g1,f8e7',
    play: async (page) => {
      for (const [name, width, height, share] of [
        ['tablet', 768, 1024, 0.9],
        ['narrow', 360, 640, 0.9],
        ['phone-sideways', 844, 390, 0.8],
        ['zoomed', 640, 360, 0.8],
        ['small', 1024, 700, 0.6],
        ['laptop', 1366, 650, 0.66],
        ['large', 1920, 1080, 0.7],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.waitForTimeout(300);
        await picture(page, `screen-${name}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${name}: the page is ${wide} wide`);
        const [board, tools] = [page.locator('.board-area .board'), page.locator('.board-area .actions')];
        const [{ width: size }, { height: line }] = [
          (await board.boundingBox())!,
          (await tools.boundingBox())!,
        ];
        assert.ok(size >= Math.min(width, height) * share, `${name}: the board is ${size} wide`);
        const { y } = (await board.boundingBox())!;
        assert.ok(y >= 0 && y + size <= height, `${name}: the board is not whole on the screen`);
        assert.ok(line < 50, `${name}: the tools need two lines`);
        if (name === 'laptop') assert.ok(await page.getByLabel('Type a move').isVisible());
      }
    },
  },
  {
    name: 'another level by the name of the engine; move now; the list of games',
    settings: { ...slowEngine, color: 'black' },
    play: async (page) => {
      await page.getByRole('button', { name: 'Move now' }).click();
      await waitForMoves(page, 1);
      await page.getByRole('button', { name: /change the engine or its level/ }).click();
      await picture(page, 'strength-menu');
      await page.getByRole('menuitem', { name: /Level 7/ }).click();
      await page.getByText(/You now play against .*, level 7\./).waitFor();
      await page.getByRole('button', { name: 'Reset', exact: true }).click();
      await page.getByRole('button', { name: 'Games' }).click();
      const games = page.locator('.games li');
      await games.first().waitFor();
      await picture(page, 'games');
      await withoutSeriousFindings(page, 'games');
      const before = await games.count();
      await page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click();
      await page.getByText('Delete?').click();
      await page.waitForFunction(
        (count) => document.querySelectorAll('.games li').length === count - 1,
        before,
      );
    },
  },
  {
    name: 'a phone: its menu and dialogs',
    settings: study,
    options: { ...phone, colorScheme: 'light' },
    play: async (page) => {
      await page.getByRole('button', { name: 'More' }).click();
      await picture(page, 'phone-menu');
      await page.getByRole('menuitem', { name: 'Set up a position' }).click();
      await picture(page, 'phone-editor');
      await page.getByRole('button', { name: 'Close' }).click();
      assert.equal(await page.evaluate(() => document.activeElement?.ariaLabel), 'More');
      await page.getByRole('button', { name: 'New game' }).click();
      await page.getByText('Engine', { exact: true }).click();
      await picture(page, 'phone-new-game');
      await withoutSeriousFindings(page, 'phone, new game');
    },
  },
  {
    name: 'to mate by mouse: two people, and against the engine from a FEN',
    settings: people,
    play: async (page) => {
      for (const [from, to] of [
        ['e2', 'e4'],
        ['e7', 'e5'],
        ['f1', 'c4'],
        ['b8', 'c6'],
        ['d1', 'h5'],
        ['g8', 'f6'],
        ['h5', 'f7'],
      ] as const) {
        await dragPiece(page, from, to);
        await waitForPiece(page, from, 'empty');
      }
      await page.getByText('wins by checkmate').waitFor();
      await picture(page, 'mate');
      await page.getByRole('button', { name: 'New game' }).click();
      await page.getByText('Engine', { exact: true }).click();
      await page.getByText('FEN', { exact: true }).click();
      await page.getByLabel('Position as FEN').fill('7k/8/5K2/6Q1/8/8/8/8 w - - 0 1');
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await waitForPiece(page, 'g5', 'white queen');
      await dragPiece(page, 'g5', 'g7');
      await page.getByText('wins by checkmate').waitFor();
      assert.deepEqual(await waitForMoves(page, 1), ['Qg7#']);
    },
  },
  {
    name: 'the program is killed and started again in mid-game: nothing is missing',
    expected: /WebSocket|ERR_CONNECTION_REFUSED/,
    play: async (page, program) => {
      await dragPiece(page, 'e2', 'e4');
      await waitForMoves(page, 2);
      await clickMove(page, 'g1', 'f3');
      const before = await waitForMoves(page, 4);
      const tried = page.waitForEvent('websocket');
      await program.killAndRestart();
      // The page comes back by itself, and the game goes on where it stood.
      await tried;
      await page.getByText('Reconnecting…').waitFor({ state: 'detached' });
      await clickMove(page, 'b1', 'c3');
      await waitForPiece(page, 'c3', 'white knight');
      assert.deepEqual((await waitForMoves(page, 6)).slice(0, 4), before);
      await page.reload();
      assert.deepEqual((await waitForMoves(page, 6)).slice(0, 4), before);
    },
  },
  {
    name: 'the first load: small, from here only, and then one can play',
    play: async (page, program) => {
      const { bytes, milliseconds, asked } = await firstLoad(page);
      console.log(
        `      first load: ${(bytes / 1000).toFixed(1)} kB compressed in ${asked.length} requests, ` +
          `interactive after ${milliseconds.toFixed(0)} ms`,
      );
      assert.ok(bytes > 10_000 && bytes < 300_000, `the first load has ${bytes} bytes`);
      const { host } = new URL(program.address);
      assert.deepEqual(
        asked.filter((address) => new URL(address).host !== host),
        [],
        'other hosts were asked',
      );
      await clickSquare(page, 'e2');
      assert.match(await labelOf(page, 'e4'), /legal move/);
    },
  },
  {
    name: 'PGN in and out again',
    settings: study,
    play: async (page) => {
      await page.getByRole('button', { name: 'Open' }).click();
      await page
        .getByLabel('PGN or FEN')
        .fill(
          '[Event "Evening"]\n[White "Ada"]\n[Black "Grace"]\n\n1. e4 e5 (1... c5 2. Nf3 {open}) 2. Nf3 $1 Nc6 1/2-1/2\n',
        );
      await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
      await waitForMoves(page, 4);
      // How it came to the draw, the PGN does not tell.
      assert.deepEqual(await page.locator('.player .state').allTextContents(), ['draw', 'draw']);
      await page.getByRole('button', { name: 'Share' }).click();
      const written = await page.waitForFunction(
        () => [...document.querySelectorAll('textarea')].find((area) => area.value.includes('Nc6'))?.value,
      );
      const text = await written.jsonValue();
      for (const part of ['[White "Ada"]', '[Black "Grace"]', '1... c5', 'open }', '$1', '1/2-1/2'])
        assert.ok(text?.includes(part), `${part} is missing in\n${text}`);
    },
  },
  {
    name: 'the pictures of the README can be made',
    play: async (_, program) => {
      await picturePage(program.address, `${artifacts}readme-page.png`);
      await pictureTerminal(program.address, program.file, `${artifacts}readme-terminal.png`);
    },
  },
];

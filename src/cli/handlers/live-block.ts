import { clearScreenDown, moveCursor } from 'node:readline';
import { inAscii, isUtf8 } from '../terminal.ts';

/** Returns a block of lines at the bottom of a terminal that is redrawn in place. No line may be wider than the terminal. */
export function liveBlock(stream: NodeJS.WriteStream): { draw(lines: readonly string[]): void; clear(): void } {
  let height = 0;
  const clear = () => {
    if (height > 0) moveCursor(stream, 0, -height);
    clearScreenDown(stream);
    height = 0;
  };
  return {
    draw: (lines) => {
      clear();
      const text = lines.map((line) => `${line}\n`).join('');
      stream.write(isUtf8(process.env) ? text : inAscii(text));
      height = lines.length;
    },
    clear,
  };
}

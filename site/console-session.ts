/** Whether a command goes on in the next line: after a backslash, or inside single quotes. */
const isUnfinished = (command: string): boolean =>
  command.endsWith('\\') || command.split("'").length % 2 === 0;

/** A console session as HTML: commands, which readers want to copy, apart from prompts and output. */
export function sessionHtml(session: string, escaped: (text: string) => string): string {
  let command = '';
  return session
    .split('\n')
    .map((line) => {
      const begins = line.startsWith('$ ');
      if (begins) command = line.slice(2);
      else command = command !== '' && isUnfinished(command) ? `${command}\n${line}` : '';
      if (command === '') return `<span class="output">${escaped(line)}</span>`;
      const prompt = begins ? '<span class="prompt">$ </span>' : '';
      return `${prompt}<span class="command">${escaped(begins ? line.slice(2) : line)}</span>`;
    })
    .join('\n');
}

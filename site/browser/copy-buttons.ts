/** Milliseconds for which a button says that it has copied. */
const CONFIRMED = 1500;

/** What a reader wants from an example: of a console session its commands, without prompts and output. */
function copiedText(example: Element): string {
  const commands = [...example.querySelectorAll('.command')];
  if (commands.length > 0) return commands.map(({ textContent }) => textContent).join('\n');
  return example.querySelector('code')?.textContent ?? '';
}

/** Gives every example a button that copies it. Browsers have no clipboard on pages without TLS. */
export function addCopyButtons(): void {
  if (navigator.clipboard === undefined) return;
  for (const example of document.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(copiedText(example));
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, CONFIRMED);
    });
    example.append(button);
  }
}

/** The beginning of a text, for headings and messages: ids have up to 800 characters, queries a thousand. */
export function cutText(text: string, longest = 60): string {
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : text;
}

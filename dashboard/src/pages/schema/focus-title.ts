/** After something took its own button away: the keyboard goes on from the title of the page. */
export function focusTitle(): void {
  // Later than the closing dialog, which gives the focus back to where it was.
  setTimeout(() => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true }), 50);
}

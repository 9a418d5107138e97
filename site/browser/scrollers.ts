/** Takes examples and tables that fit the page out of the order of the Tab key: there is nothing to scroll in them. */
export function unmarkFitting(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  for (const scroller of document.querySelectorAll('pre[tabindex], .table[tabindex]'))
    observer.observe(scroller);
}

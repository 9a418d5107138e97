/** The part of the window in which a heading counts as read: below the header, in the upper third. */
const READ = '-72px 0px -66% 0px';

/** Scrolls the navigation to the current page, if it is out of sight. */
export function showCurrentPage(): void {
  const navigation = document.querySelector<HTMLElement>('#site-navigation');
  const current = navigation?.querySelector<HTMLElement>('[aria-current]');
  if (navigation == null || current == null) return;
  const bottom = current.offsetTop + current.offsetHeight;
  if (bottom > navigation.clientHeight) navigation.scrollTop = bottom - navigation.clientHeight / 2;
}

/** Marks the section in "On this page" that is being read. */
export function followSections(): void {
  const contents = document.querySelector<HTMLElement>('#site-contents');
  const links = new Map(
    [...(contents?.querySelectorAll<HTMLAnchorElement>('a') ?? [])].map((link) => [link.hash.slice(1), link]),
  );
  const observer = new IntersectionObserver(
    (entries) => {
      const read = entries.find(({ isIntersecting }) => isIntersecting);
      if (read === undefined) return;
      for (const [id, link] of links) link.classList.toggle('current', id === read.target.id);
    },
    { rootMargin: READ },
  );
  for (const id of links.keys()) {
    const heading = document.getElementById(decodeURIComponent(id));
    if (heading !== null) observer.observe(heading);
  }
  // On a narrow window the list covers the page.
  contents?.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLAnchorElement && contents.matches(':popover-open')) contents.hidePopover();
  });
}

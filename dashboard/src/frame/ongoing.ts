import type { ComponentType } from 'react';

/** Every `pages/<area>/ongoing.tsx`: a status line above all pages for work that continues after leaving its page. */
const lines = import.meta.glob<ComponentType>('../pages/*/ongoing.tsx', { eager: true, import: 'Ongoing' });

export const ONGOING = Object.entries(lines).map(([name, Line]) => ({ name, Line }));

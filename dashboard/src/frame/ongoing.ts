import type { ComponentType } from 'react';

/** Every `pages/<area>/ongoing.tsx`: a line above all pages while something goes on that outlives its page. */
const lines = import.meta.glob<ComponentType>('../pages/*/ongoing.tsx', { eager: true, import: 'Ongoing' });

export const ONGOING = Object.entries(lines).map(([name, Line]) => ({ name, Line }));

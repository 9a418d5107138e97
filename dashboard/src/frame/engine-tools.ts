import type { ComponentType } from 'react';

/** Every `pages/<area>/engine-tool.tsx`: a button next to the title of all pages of an engine (the query tester). */
const tools = import.meta.glob<ComponentType>('../pages/*/engine-tool.tsx', {
  eager: true,
  import: 'EngineTool',
});

export const ENGINE_TOOLS = Object.entries(tools).map(([name, Tool]) => ({ name, Tool }));

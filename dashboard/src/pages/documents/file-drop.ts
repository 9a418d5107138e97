import { type DragEvent, useEffect, useState } from 'react';

const holdsFiles = (event: { readonly dataTransfer: DataTransfer | null }): boolean =>
  event.dataTransfer?.types.includes('Files') ?? false;

/** A part of the page that takes a dropped file: `<section {...zone}>`. */
export function useFileDrop(onFile: (file: File) => void) {
  const [isOver, setIsOver] = useState(false);
  const [isSeveral, setIsSeveral] = useState(false);

  // Otherwise the browser would open a file that is dropped outside the zone.
  useEffect(() => {
    const keep = (event: globalThis.DragEvent): void => {
      if (holdsFiles(event)) event.preventDefault();
    };
    for (const name of ['dragover', 'drop'] as const) addEventListener(name, keep);
    return () => {
      for (const name of ['dragover', 'drop'] as const) removeEventListener(name, keep);
    };
  }, []);

  const take = (files: FileList | null): void => {
    setIsSeveral(files !== null && files.length > 1);
    const [file] = files ?? [];
    if (file !== undefined && files?.length === 1) onFile(file);
  };
  const zone = {
    'data-over': isOver || undefined,
    onDragEnter: (event: DragEvent) => setIsOver(holdsFiles(event)),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      take(event.dataTransfer.files);
    },
  };
  return { zone, take, problems: isSeveral ? ['Choose one file at a time.'] : [] };
}

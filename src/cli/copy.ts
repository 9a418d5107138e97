import { copyData } from '../composition/copied-data.ts';
import { type Command, print, UsageError } from './command.ts';
import { counted, Progress } from './progress.ts';

/** Copies all data from the data folder to a PostgreSQL database, or back. */
export const copyCommand: Command = {
  options: { to: { type: 'string' } },
  async run(invocation) {
    const { config, positionals, values } = invocation;
    const { to } = values;
    if (typeof to !== 'string' || to === '' || positionals.length > 0) {
      throw new UsageError(
        'Usage: `findling copy --to postgres://USER@HOST/DATABASE`, or `findling copy --to FOLDER` with FINDLING_DATABASE_URL.',
      );
    }
    const progress = new Progress();
    let documents = 0;
    try {
      const { differing, advice } = await copyData(config, to, (copied, share) => {
        documents = copied;
        progress.update(copied, share);
      });
      progress.end();
      const seconds = Number(progress.seconds.toFixed(1));
      const isGood = differing.length === 0;
      print(
        invocation,
        { ok: isGood, documents, seconds, differing },
        isGood
          ? `Copied ${counted(documents)} and everything else in ${seconds.toFixed(1)} s; the copy was compared with the original and is the same.\n${advice}`
          : `The copy differs from the original in ${differing.join(', ')}: something changed one of them meanwhile. Delete the copy and start over.`,
      );
      return isGood ? 0 : 1;
    } finally {
      progress.end();
    }
  },
};

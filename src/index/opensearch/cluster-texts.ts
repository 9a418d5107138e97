/** What users and operators read about the search cluster. */
export const clusterTexts = {
  away: () => 'The search cluster does not answer. Please try again.',
  busy: () => 'The search cluster cannot answer now. Please try again.',
  partial: () => 'Parts of the search cluster do not answer. Please try again.',
  refused: () => 'The search cluster refuses the service. Please try again later.',
  blocked: () => 'The search cluster accepts no writes, probably because its disks are full.',
  notOpenSearch: (version: string) =>
    `FINDLING_SEARCH_URL is the address of a service that is not OpenSearch${version === '' ? '' : ` (version ${version})`}: Findling needs OpenSearch 2 or 3.`,
  unknownVersion: (version: string) =>
    `FINDLING_SEARCH_URL is the address of OpenSearch ${version}: Findling needs OpenSearch 2 or 3.`,
};

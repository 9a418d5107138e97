/** The response for an engine without language and documents. */
export const fresh = (name: string) => ({
  name,
  type: 'default',
  language: null,
  index_create_settings_override: {},
  document_count: 0,
});

export const NO_ENGINE = { errors: ['Could not find engine.'] };

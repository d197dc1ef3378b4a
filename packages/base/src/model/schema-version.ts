// The version that every JSON document begins with.

/** Fields are added without a new version; it changes when one is renamed, removed or means something else. */
export const SCHEMA_VERSION = 1

/**
 * The calls whose failure raises no notification (spec §8): user configuration, satellite operator and TLE. What they
 * are for can be done without them, or says itself that they failed (decisions.md 12).
 */
export const SILENT_PATHS: readonly string[] = [
  '/api/v1/userconfig/{config-id}',
  '/api/v1/ca/userconfig',
  '/api/v1/ca/userconfig/{user-config-id}',
  '/api/v1/ca/satellites/operator/{noradId}',
  '/api/v1/tle/tle',
  '/api/v1/tle/tle-set',
]

/** Tells it from the path of the endpoint, as the contract writes it. */
export function isSilentPath(path: string | undefined): boolean {
  return path !== undefined && SILENT_PATHS.includes(path)
}

/** Settings on which the guarantees of the platform depend; they cannot be changed. */
const FIXED = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  password_encryption: 'scram-sha-256',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '%p ',
} as const

/** Values for a small machine; `settings` of the options overrides them. */
const USUAL = {
  shared_buffers: '128MB',
  max_connections: '100',
  wal_level: 'replica',
  max_wal_size: '1GB',
  wal_compression: 'pglz',
  // A restored backup needs this to find the commit time of its last transaction.
  track_commit_timestamp: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Details and statements of failed queries may contain user input: the client gets them, but the log does not.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
} as const

/** Returns the arguments that start PostgreSQL with our settings, so that no file in the cluster can change them. */
export function settingArguments(
  { socketDir, name }: { readonly socketDir: string; readonly name: string },
  settings: Readonly<Record<string, string>>,
): readonly string[] {
  const place = { cluster_name: name, unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"` }
  const fixed: Readonly<Record<string, string>> = { ...FIXED, ...place }
  for (const setting of Object.keys(settings)) {
    if (setting in fixed) throw new Error(`setting ${setting} of the embedded database is fixed: remove it`)
  }
  return Object.entries({ ...USUAL, ...settings, ...fixed }).flatMap(([key, value]) => ['-c', `${key}=${value}`])
}

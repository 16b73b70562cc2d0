/**
 * Returns the variables of this environment that every process needs, without our settings: programs, folders, and
 * the cache of compiled code, so that hundreds of processes do not each compile the server again.
 */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE }
}

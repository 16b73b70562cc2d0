/**
 * Of this environment what any process needs, and nothing of our settings: programs, folders, and where code is kept that
 * was compiled before, so that each of some hundred processes does not compile the server anew.
 */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE }
}

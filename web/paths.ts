/** Every address of the application; the route table and all links take them from here. */
export const paths = {
  home: '/',
  connectionError: '/connection-error',
  docs: '/docs/{-$page}/{-$file}',
  dev: '/dev',
  kitchensink: '/dev/kitchensink',
} as const

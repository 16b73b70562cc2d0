import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { ConnectionErrorPage } from './connection-error/connection-error.page.tsx'
import { HomePage } from './home.page.tsx'
import { paths } from './paths.ts'
import { bearerToken, getSession, signIn, useSession } from './session/session.ts'
import { DocumentationLink } from './shell/documentation-link.tsx'
import { Frame } from './shell/frame.tsx'
import { NotFound } from './shell/not-found.tsx'
import { SignedOut } from './shell/signed-out.tsx'

type KitchensinkSearch = {
  readonly view?: string | undefined
  readonly layers?: string | undefined
  readonly density?: string | undefined
}
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

const root = createRootRoute({
  component: () => (
    <Frame links={<DocumentationLink />}>
      <Outlet />
    </Frame>
  ),
  notFoundComponent: NotFound,
})

/** Parent of all that needs a session: without one it leads to sign-in, and back to the address that was asked for. */
const protectedRoutes = createRoute({
  getParentRoute: () => root,
  id: 'protected',
  beforeLoad: async () => {
    const { status } = getSession()
    if (status === 'unreachable') throw redirect({ to: paths.connectionError, replace: true })
    if (status === 'signed-out') await leaveForSignIn()
    await bearerToken()
  },
  component: Protected,
})

const home = createRoute({ getParentRoute: () => protectedRoutes, path: '/', component: HomePage })

const docs = createRoute({
  getParentRoute: () => protectedRoutes,
  path: paths.docs,
  validateSearch: ({ q }): { q?: string } => (q === undefined || q === '' ? {} : { q: String(q) }),
  component: lazyRouteComponent(() => import('./docs/docs.page.tsx'), 'DocsPage'),
})

const dev = createRoute({
  getParentRoute: () => protectedRoutes,
  path: paths.dev,
  beforeLoad: () => {
    throw redirect({ to: paths.kitchensink, replace: true })
  },
})

const kitchensink = createRoute({
  getParentRoute: () => protectedRoutes,
  path: paths.kitchensink,
  validateSearch: (search: Record<string, unknown>): KitchensinkSearch => ({
    view: textOf(search.view),
    layers: textOf(search.layers),
    density: textOf(search.density),
  }),
  beforeLoad: () => {
    if (!getSession().config?.devMode) throw notFound()
  },
  component: lazyRouteComponent(() => import('./dev/kitchensink.page.tsx'), 'KitchensinkPage'),
})

const connectionError = createRoute({
  getParentRoute: () => root,
  path: '/connection-error',
  component: ConnectionErrorPage,
})

/** The page is being left: nothing may be shown in between. */
async function leaveForSignIn(): Promise<never> {
  await signIn()
  return new Promise<never>(() => {})
}

function Protected() {
  const session = useSession()
  if (session.status === 'unreachable') return <Navigate to={paths.connectionError} replace />
  return session.status === 'signed-in' ? <Outlet /> : <SignedOut />
}

const routeTree = root.addChildren([protectedRoutes.addChildren([home, docs, dev, kitchensink]), connectionError])

/** The one route table; made once the session is known, since the address then no longer carries the provider's answer. */
export function createAppRouter() {
  return createRouter({ routeTree, defaultPreload: false, scrollRestoration: false })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

import { CA_USER, ODT_USER, TLE_USER } from '@apsis/contract/roles.ts'
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  notFound,
  Outlet,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router'
import { SEARCH_NAMES as ELEMENT_SETS_SEARCH } from './ca/element-sets/search-names.ts'
import { SEARCH_NAMES as CONJUNCTION_SEARCH } from './ca/event/page/view/search-names.ts'
import { SEARCH_NAMES as CONJUNCTIONS_SEARCH } from './ca/event/question.ts'
import { SEARCH_NAMES as MANOEUVRE_SEARCH } from './ca/plan/designer/search-names.ts'
import { SEARCH_NAMES as SPACE_SEARCH } from './ca/space/search-names.ts'
import { SEARCH_NAMES as STATISTICS_SEARCH } from './ca/statistics/search-names.ts'
import { ConnectionErrorPage } from './connection-error/connection-error.page.tsx'
import { PASSES_SEARCH, REQUESTS_SEARCH } from './odt/search-names.ts'
import { inDevMode, leaveForSignIn, mayUse, only } from './session/access.ts'
import { bearerToken, getSession, useSession } from './session/session.ts'
import { Frame } from './shell/frame/frame.tsx'
import { NotFound } from './shell/page/not-found.tsx'
import { codeOf, PageFailed } from './shell/page/page-failed.tsx'
import { SignedOut } from './shell/page/signed-out.tsx'
import { parseSearch, rootSearch, searchOf, stringifySearch } from './shell/search.ts'
import { mayFetchAhead } from './site/line.ts'
import { fitsPattern, paths } from './site/paths.ts'
import { fetchAll } from './ui/page/fetched.ts'
import { Skeleton } from './ui/page/pane-states.tsx'

const root = createRootRoute({
  validateSearch: rootSearch,
  // The sidebar stays open, or closed, between screens.
  search: { middlewares: [retainSearchParams(['sidebar'])] },
  component: () => (
    <Frame>
      <Outlet />
    </Frame>
  ),
  notFoundComponent: () => <NotFound />,
})

const connectionError = createRoute({
  getParentRoute: () => root,
  path: paths.connectionError,
  component: ConnectionErrorPage,
})

const tnc = createRoute({
  getParentRoute: () => root,
  path: paths.tnc,
  validateSearch: searchOf('version'),
  component: lazyRouteComponent(() => codeOf(() => import('./tnc/tnc.page.tsx')), 'TermsPage'),
})

/** The parent of all routes that need a session: without one it leads to sign-in, and back to the requested address. */
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

const home = createRoute({
  getParentRoute: () => protectedRoutes,
  path: paths.home,
  beforeLoad: () => {
    if (mayUse(CA_USER)) throw redirect({ to: paths.ca, replace: true })
    if (mayUse(ODT_USER)) throw redirect({ to: paths.odt, replace: true })
    throw notFound()
  },
})

const services = createRoute({
  getParentRoute: () => protectedRoutes,
  path: paths.services,
  component: lazyRouteComponent(() => codeOf(() => import('./services/services.page.tsx')), 'ServicesPage'),
})

const docs = createRoute({
  getParentRoute: () => protectedRoutes,
  path: paths.docs,
  validateSearch: searchOf('q'),
  component: lazyRouteComponent(() => codeOf(() => import('./docs/docs.page.tsx')), 'DocsPage'),
})

const account = createRoute({
  getParentRoute: () => protectedRoutes,
  path: paths.account,
  staticData: { page: 'account' },
  validateSearch: searchOf('connection'),
  component: lazyRouteComponent(() => codeOf(() => import('./account/account.page.tsx')), 'AccountPage'),
})

const forCa = { getParentRoute: () => protectedRoutes, beforeLoad: () => only(CA_USER) }
const screening = createRoute({
  getParentRoute: () => protectedRoutes,
  path: paths.screening,
  staticData: { page: 'screening' },
  validateSearch: searchOf('screening', 'than', 'dialog'),
  component: lazyRouteComponent(() => codeOf(() => import('./screening/screening.page.tsx')), 'ScreeningPage'),
})

const forOdt = { getParentRoute: () => protectedRoutes, beforeLoad: () => only(ODT_USER) }
const odtHome = createRoute({
  getParentRoute: () => protectedRoutes,
  path: paths.odt,
  beforeLoad: () => {
    only(ODT_USER)
    throw redirect({ to: paths.observations, replace: true })
  },
})
const observations = createRoute({
  ...forOdt,
  path: paths.observations,
  staticData: { page: 'observations' },
  validateSearch: searchOf(...REQUESTS_SEARCH),
  component: lazyRouteComponent(() => codeOf(() => import('./odt/observations.page.tsx')), 'ObservationsPage'),
})
const observation = createRoute({
  ...forOdt,
  path: paths.observation,
  validateSearch: searchOf('metric', 'span', 'fold', 'residuals', 'magnitude', 'beside', 'sky', 'exclude'),
  staticData: { page: 'observation', below: ['observations'] },
  component: lazyRouteComponent(() => codeOf(() => import('./odt/observation.page.tsx')), 'ObservationPage'),
})

const sensors = createRoute({
  ...forOdt,
  path: paths.sensors,
  staticData: { page: 'sensors' },
  validateSearch: searchOf('sensor', 'special', 'height', 'satellite', 'q', 'dialog', 'sort', 'columns'),
  component: lazyRouteComponent(() => codeOf(() => import('./odt/sensors.page.tsx')), 'SensorsPage'),
})
const passes = createRoute({
  ...forOdt,
  path: paths.passes,
  validateSearch: searchOf(...PASSES_SEARCH),
  staticData: { page: 'passes' },
  component: lazyRouteComponent(() => codeOf(() => import('./odt/passes.page.tsx')), 'PassesPage'),
})

const caHome = createRoute({
  getParentRoute: () => protectedRoutes,
  path: paths.ca,
  beforeLoad: () => {
    only(CA_USER)
    throw redirect({ to: paths.conjunctions, replace: true })
  },
})
const overview = createRoute({
  ...forCa,
  path: paths.overview,
  staticData: { page: 'overview' },
  // `?wall` without a value also counts.
  validateSearch: (given: { readonly wall?: unknown }) =>
    searchOf('wall', 'dialog')({ ...given, wall: given.wall === undefined ? undefined : 'on' }),
  component: lazyRouteComponent(() => codeOf(() => import('./ca/overview.page.tsx')), 'OverviewPage'),
})
const assets = createRoute({
  ...forCa,
  path: paths.assets,
  staticData: { page: 'assets' },
  validateSearch: searchOf('sort', 'columns', 'dialog', 'group', 'q'),
  component: lazyRouteComponent(() => codeOf(() => import('./ca/assets.page.tsx')), 'AssetsPage'),
})
const ephemerides = createRoute({
  ...forCa,
  path: paths.ephemerides,
  staticData: { page: 'ephemerides' },
  validateSearch: searchOf('dialog', 'satellite', 'file', 'tab', 'at', 'kind', 'columns', 'sort'),
  component: lazyRouteComponent(() => codeOf(() => import('./ca/oems.page.tsx')), 'EphemeridesPage'),
})
const conjunctions = createRoute({
  ...forCa,
  path: paths.conjunctions,
  staticData: { page: 'conjunctions' },
  validateSearch: searchOf(...CONJUNCTIONS_SEARCH),
  component: lazyRouteComponent(() => codeOf(() => import('./ca/conjunctions.page.tsx')), 'ConjunctionsPage'),
})
const space = createRoute({
  ...forCa,
  path: paths.space,
  staticData: { page: 'space' },
  validateSearch: searchOf(...SPACE_SEARCH),
  component: lazyRouteComponent(() => codeOf(() => import('./ca/space.page.tsx')), 'SpacePage'),
})
const find = createRoute({
  ...forCa,
  path: paths.find,
  staticData: { page: 'findConjunctions' },
  validateSearch: searchOf('object', 'with', 'from', 'hours', 'km'),
  component: lazyRouteComponent(() => codeOf(() => import('./ca/find.page.tsx')), 'FindPage'),
})
const postManoeuvreScreening = createRoute({
  ...forCa,
  path: paths.postManoeuvreScreening,
  staticData: { page: 'postManoeuvreScreening', below: ['conjunctions', 'satellite', 'conjunction'] },
  validateSearch: searchOf('plan'),
  component: lazyRouteComponent(
    () => codeOf(() => import('./ca/post-manoeuvre-screening.page.tsx')),
    'PostManoeuvreScreeningPage',
  ),
})
const manoeuvre = createRoute({
  ...forCa,
  path: paths.manoeuvre,
  staticData: { page: 'manoeuvre', below: ['conjunctions', 'satellite', 'conjunction'] },
  validateSearch: searchOf(...MANOEUVRE_SEARCH),
  component: lazyRouteComponent(() => codeOf(() => import('./ca/manoeuvre.page.tsx')), 'ManoeuvrePage'),
})
const cdm = createRoute({
  ...forCa,
  path: paths.cdm,
  staticData: { page: 'cdm', below: ['conjunctions', 'satellite', 'conjunction'] },
  validateSearch: searchOf('tab', 'at', 'format', 'matrix', 'against', 'span'),
  component: lazyRouteComponent(() => codeOf(() => import('./ca/cdm.page.tsx')), 'CdmPage'),
})
const conjunction = createRoute({
  ...forCa,
  path: paths.conjunction,
  staticData: { page: 'conjunction', below: ['conjunctions', 'satellite'] },
  validateSearch: searchOf(...CONJUNCTION_SEARCH),
  component: lazyRouteComponent(() => codeOf(() => import('./ca/conjunction.page.tsx')), 'ConjunctionPage'),
})
const satellite = createRoute({
  ...forCa,
  path: paths.satellite,
  staticData: { page: 'satellite', below: ['conjunctions'] },
  validateSearch: searchOf('dialog', 'show', 'columns', 'sort'),
  component: lazyRouteComponent(() => codeOf(() => import('./ca/satellite.page.tsx')), 'SatellitePage'),
})
const elementSets = createRoute({
  ...forCa,
  path: paths.elementSets,
  staticData: { page: 'elementSets' },
  validateSearch: searchOf(...ELEMENT_SETS_SEARCH),
  component: lazyRouteComponent(() => codeOf(() => import('./ca/element-sets.page.tsx')), 'ElementSetsPage'),
})
const object = createRoute({
  ...forCa,
  path: paths.object,
  staticData: { page: 'object', below: ['catalogue'] },
  component: lazyRouteComponent(() => codeOf(() => import('./ca/object.page.tsx')), 'ObjectPage'),
})
const annualCollisionStatistics = createRoute({
  ...forCa,
  path: paths.annualCollisionStatistics,
  staticData: { page: 'annualCollisionStatistics', below: ['conjunctions', 'satellite'] },
  validateSearch: searchOf(...STATISTICS_SEARCH),
  component: lazyRouteComponent(
    () => codeOf(() => import('./ca/annual-collision-statistics.page.tsx')),
    'AnnualCollisionStatisticsPage',
  ),
})

const spaceWeather = createRoute({
  ...forCa,
  path: paths.spaceWeather,
  staticData: { page: 'spaceWeather' },
  component: lazyRouteComponent(() => codeOf(() => import('./ca/space-weather.page.tsx')), 'SpaceWeatherPage'),
})

const eventReports = createRoute({
  ...forCa,
  path: paths.eventReports,
  staticData: { page: 'eventReports' },
  validateSearch: searchOf('sort', 'columns'),
  component: lazyRouteComponent(() => codeOf(() => import('./ca/event-reports.page.tsx')), 'EventReportsPage'),
})
const candidates = createRoute({
  ...forCa,
  path: paths.candidates,
  staticData: { page: 'candidates' },
  validateSearch: searchOf('sort', 'columns'),
  component: lazyRouteComponent(() => codeOf(() => import('./ca/candidates.page.tsx')), 'CandidatesPage'),
})

const burns = createRoute({
  ...forCa,
  path: paths.burns,
  staticData: { page: 'burns' },
  validateSearch: searchOf('plan', 'notice', 'change'),
  component: lazyRouteComponent(() => codeOf(() => import('./ca/burns.page.tsx')), 'BurnsPage'),
})

const catalogue = createRoute({
  getParentRoute: () => protectedRoutes,
  path: paths.catalogue,
  beforeLoad: () => only(TLE_USER),
  staticData: { page: 'catalogue' },
  component: lazyRouteComponent(() => codeOf(() => import('./tle/catalogue.page.tsx')), 'CataloguePage'),
})

const forDevelopers = { beforeLoad: inDevMode }
const devHome = createRoute({
  getParentRoute: () => protectedRoutes,
  path: paths.dev,
  beforeLoad: () => {
    inDevMode()
    throw redirect({ to: paths.kitchensink, replace: true })
  },
})
const kitchensink = createRoute({
  getParentRoute: () => protectedRoutes,
  path: paths.kitchensink,
  ...forDevelopers,
  staticData: { page: 'kitchensink' },
  validateSearch: searchOf('view', 'layers', 'density', 'vision', 'sort', 'columns'),
  component: lazyRouteComponent(() => codeOf(() => import('./dev/kitchensink.page.tsx')), 'KitchensinkPage'),
})
const threeD = createRoute({
  getParentRoute: () => protectedRoutes,
  path: paths.threeD,
  ...forDevelopers,
  staticData: { page: 'threeD' },
  validateSearch: searchOf('at', 'frame', 'lat', 'lon', 'r', 'points', 'orbit'),
  component: lazyRouteComponent(() => codeOf(() => import('./dev/3d.page.tsx')), 'ThreeDPage'),
})

function Protected() {
  const session = useSession()
  if (session.status === 'unreachable') return <Navigate to={paths.connectionError} replace />
  return session.status === 'signed-in' ? <Outlet /> : <SignedOut />
}

const routeTree = root.addChildren([
  connectionError,
  tnc,
  protectedRoutes.addChildren([
    home,
    services,
    docs,
    account,
    screening,
    odtHome,
    observations,
    observation,
    sensors,
    passes,
    caHome,
    overview,
    assets,
    ephemerides,
    conjunctions,
    space,
    find,
    postManoeuvreScreening,
    manoeuvre,
    cdm,
    conjunction,
    satellite,
    elementSets,
    object,
    annualCollisionStatistics,
    spaceWeather,
    eventReports,
    candidates,
    burns,
    catalogue,
    devHome,
    kitchensink,
    threeD,
  ]),
])

/** Fetches the code of the page at a path while the session is opened. A failure is told when the page is drawn, which fetches it again. */
export function fetchPageAt(path: string): void {
  const pages: readonly AnyRoute[] = Object.values(protectedRoutes.children ?? [])
  const { component } =
    pages.find(({ options }) => 'path' in options && fitsPattern(path, String(options.path)))?.options ?? {}
  component?.preload?.()
}

/** Creates the only route table, after the session is known, because the address then no longer contains the provider's answer. */
export function createAppRouter() {
  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultPreload: false,
    // An observation request without a file ends with a slash (spec §2); no other address does.
    trailingSlash: 'preserve',
    defaultErrorComponent: PageFailed,
    // The previous page stays visible for a moment, so that the screen is never blank.
    defaultPendingComponent: () => <Skeleton rows={8} />,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    scrollRestoration: false,
  })
}

const FETCH_AFTER_MS = 5_000

/**
 * Fetches the code of every page in advance, one after the other after the first page has loaded: a page can then also be opened for the
 * first time without the server.
 */
export async function fetchPages(router: ReturnType<typeof createAppRouter>): Promise<void> {
  if (!mayFetchAhead()) return
  await new Promise((resolve) => setTimeout(resolve, FETCH_AFTER_MS))
  const shown = Object.values(router.routesById).filter(({ fullPath }) => !fullPath.startsWith(paths.dev))
  try {
    for (const route of shown) await router.loadRouteChunk(route)
    await fetchAll()
  } catch (failure) {
    console.warn('The code of a page could not be fetched ahead; it is fetched when it is opened.', failure)
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

import { argumentsOf, descendants, dotted, isNode, lineOf, type Node, nodesOf, type Source, sources } from './source.ts'
import { isTestCode, memberOf, type Rule, type Tree, type Violation } from './tree.ts'

const PURE = ['astro', 'ccsds', 'contract']
const GLOBAL = /^(globalThis|window|self|global)\./

type Use = { readonly name: string; readonly node: Node }

/** Returns the places at which a file uses one of these global names, as `name`, `name.x` or `globalThis.name`. */
function uses(file: Source, names: readonly string[]): Use[] {
  // Most files do not contain the words at all, and walking through a file costs as much as parsing it.
  if (!names.some((name) => name.split('.').every((word) => file.text.includes(word)))) return []
  const own = declaredNames(file)
  return [...references(file.program)].flatMap((node) => {
    const full = dotted(node)
    const path = full?.replace(GLOBAL, '')
    const name = names.find((one) => path === one || path?.startsWith(`${one}.`))
    return name === undefined || (full === path && own.has(name.split('.')[0] ?? '')) ? [] : [{ name, node }]
  })
}

/** Yields the outermost `a.b.c` and the bare identifiers, without imports, types and names of properties. */
function* references(node: Node): Generator<Node> {
  const isErased = node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(node.type)
  if (isErased || node.type === 'ImportDeclaration') return
  if (dotted(node) !== undefined) {
    yield node
    return
  }
  for (const [member, value] of Object.entries(node)) {
    if (['key', 'property', 'label'].includes(member) && !node.computed) continue
    if (isNode(value)) yield* references(value)
    else if (Array.isArray(value)) for (const item of value) if (isNode(item)) yield* references(item)
  }
}

/** Returns the names that the file itself imports, declares or takes as parameters: those are not the global ones. */
function declaredNames(file: Source): Set<string> {
  return new Set(
    descendants(file.program).flatMap((node) => {
      if (/^Import(Default|Namespace)?Specifier$/.test(node.type)) return bound(node.local)
      const own = node.type === 'VariableDeclarator' || /Function/.test(node.type) ? bound(node.id) : []
      return [...own, ...nodesIn(node.params).flatMap(bound)]
    }),
  )
}

/** Returns the names that a destructuring pattern declares. */
function bound(pattern: unknown): string[] {
  if (!isNode(pattern)) return []
  if (pattern.type === 'Identifier') return [String(pattern.name)]
  if (pattern.type === 'AssignmentPattern') return bound(pattern.left)
  if (pattern.type === 'RestElement') return bound(pattern.argument)
  if (pattern.type === 'Property') return bound(pattern.value)
  return [...nodesIn(pattern.elements), ...nodesIn(pattern.properties)].flatMap(bound)
}

function nodesIn(list: unknown): Node[] {
  return Array.isArray(list) ? list.filter(isNode) : []
}

function inFiles(tree: Tree, wanted: (path: string) => boolean, judge: (file: Source) => Violation[]): Violation[] {
  return sources(tree)
    .filter((file) => !isTestCode(file.path) && !/\.(config|setup|d)\.ts$/.test(file.path) && wanted(file.path))
    .flatMap(judge)
}

function violation(file: Source, node: Node, message: string): Violation {
  return { file: file.path, line: lineOf(file, node), message }
}

const CONFIGURATION = 'server/platform/config.ts'

export const environment: Rule = {
  name: 'only server/platform/config.ts reads the environment',
  check: (tree) =>
    inFiles(
      tree,
      (path) => path.startsWith('server/') && path !== CONFIGURATION,
      (file) => {
        const handed = /^server\/[^/]+\.ts$/.test(file.path) ? handedOver(file) : new Set<number>()
        return uses(file, ['process.env'])
          .filter(({ node }) => !handed.has(node.start))
          .map(({ node }) =>
            violation(file, node, `reads process.env: add the setting to ${CONFIGURATION} and take it from there.`),
          )
          .concat(environmentImports(file))
      },
    ),
}

/** A module that may read `process.env` may also pass it as a whole to a function or to a process that it starts, without reading from it. */
function handedOver(file: Source): Set<number> {
  const given = nodesOf(file, 'CallExpression').flatMap(argumentsOf)
  const spread = nodesOf(file, 'SpreadElement').map((node) => node.argument)
  const whole = [...given, ...spread].filter(isNode).filter((node) => dotted(node) === 'process.env')
  return new Set(whole.map((node) => node.start))
}

function environmentImports(file: Source): Violation[] {
  return nodesOf(file, 'ImportSpecifier')
    .filter((node) => dotted(node.imported) === 'env')
    .map((node) =>
      violation(file, node, `imports the environment: add the setting to ${CONFIGURATION} and take it from there.`),
    )
}

const CALLERS = ['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket', 'navigator.sendBeacon']

export const oneClient: Rule = {
  name: 'only web/api calls the server',
  check: (tree) =>
    inFiles(
      tree,
      (path) => path.startsWith('web/') && !/^web\/(api|site)\//.test(path),
      (file) =>
        uses(file, CALLERS).map(({ name, node }) => violation(file, node, `uses ${name}: call through web/api.`)),
    ),
}

const WAY_OUT = 'server/platform/outbound/ask-outside.ts'
/** Server files that send HTTP requests to other services, and why they may. */
const ASKING: Readonly<Record<string, string>> = {
  [WAY_OUT]: 'it is the way',
  'server/platform/outbound/proxy.ts': 'opens the way through the proxy',
  'server/delivery/guarded-post.ts': 'people name the receivers: it judges their addresses, and takes the same proxy',
  'server/platform/http/forward.ts': 'passes on to a process of this machine, by a socket',
  'identity/provider/provider.ts': 'tells our own API that a session ended',
}

export const oneWayOut: Rule = {
  name: 'what is asked outside goes by one way, and so through the proxy',
  check: (tree) =>
    inFiles(
      tree,
      (path) => /^(server|identity)\//.test(path) && !Object.hasOwn(ASKING, path),
      (file) => {
        const advice = `have ${WAY_OUT} ask, which knows the proxy.`
        const called = uses(file, ['fetch']).map(({ node }) => violation(file, node, `uses fetch: ${advice}`))
        return [...called, ...askers(file).map((node) => violation(file, node, `imports what asks by HTTP: ${advice}`))]
      },
    ),
}

/** Returns the imports of modules that send HTTP requests: by name, or as a whole. */
function askers(file: Source): Node[] {
  if (!/['"](node:)?https?['"]|['"]undici['"]/.test(file.text)) return []
  return nodesOf(file, 'ImportDeclaration')
    .filter(({ source, importKind }) => importKind !== 'type' && isNode(source) && isHttp(source.value))
    .filter(({ specifiers }) =>
      nodesIn(specifiers).some((one) => one.type !== 'ImportSpecifier' || isAsker(dotted(one.imported))),
    )
}

const isHttp = (module: unknown) => typeof module === 'string' && /^((node:)?https?|undici)$/.test(module)
const isAsker = (name: string | undefined) => ['request', 'get', 'fetch', 'Client', 'Agent'].includes(name ?? '')

export const clocks: Rule = {
  name: 'the time is given, not read',
  check: (tree) =>
    inFiles(tree, isGivenTheTime, (file) =>
      clockReads(file).map((node) => violation(file, node, 'reads the clock: have the time passed in.')),
    ),
}

/** True for files to which the time must be passed: the pure members, the browser outside its clock, and the server's domains. */
function isGivenTheTime(path: string): boolean {
  if (PURE.includes(memberOf(path))) return true
  if (path.startsWith('web/')) return !path.startsWith('web/clock/')
  return /^server\/(?!platform\/)[^/]+\//.test(path)
}

function clockReads(file: Source): Node[] {
  const now = uses(file, ['Date.now', 'performance.now', 'performance.timeOrigin']).map(({ node }) => node)
  const dates = nodesOf(file, 'NewExpression', 'CallExpression').filter(
    (node) => dotted(node.callee) === 'Date' && (node.type === 'CallExpression' || argumentsOf(node).length === 0),
  )
  return [...now, ...dates]
}

const OUTSIDE = ['fetch', 'process', 'console', 'setTimeout', 'setInterval', 'localStorage', 'document', 'crypto']

export const pureMembers: Rule = {
  name: 'astro, ccsds and contract touch nothing outside',
  check: (tree) =>
    inFiles(
      tree,
      (path) => PURE.includes(memberOf(path)),
      (file) =>
        uses(file, ['Math.random', ...OUTSIDE]).map(({ name, node }) =>
          violation(file, node, `uses ${name}, but ${memberOf(file.path)} is pure: have what it needs passed in.`),
        ),
    ),
}

/** Components that have to synchronise with something outside React, and what that is. */
export const EFFECTS: Readonly<Record<string, string>> = {
  'web/account/account.page.tsx': 'the list of tabs is scrolled so that the open one is seen on a phone',
  'web/account/settings-form.tsx':
    'after a save that failed the focus goes to the field that is wrong, or back to the button',
  'web/ca/encounter/encounter-dialog.tsx': 'the canvas is drawn outside React, after the page',
  'web/ca/encounter/use-look.ts': 'the address follows a picture that is dragged, after the drag',
  'web/ca/space/globe-view.tsx': 'the address follows a camera that is dragged, after the drag',
  'web/ca/space/use-globe.ts': 'the camera and the message of an event are read outside React',
  'web/ca/event/lead.tsx': 'the bar above the screen does not name the same event again',
  'web/ca/plan/designer/designer-head.tsx':
    'the head of the page stands above what is designed, and shows what can be done with it',
  'web/ca/plan/designer/notes.tsx': 'whoever opens the notes writes into the field at once',
  'web/ca/overview/wall.tsx': 'the root element shows the wall alone, and Escape leaves it',
  'web/odt/observation.page.tsx': 'The empty file id is written into the address, which is outside React (spec §2).',
  'web/odt/request/finding.tsx': 'the focus goes to a pass that is proposed once it stands in the list',
  'web/space/time/conductor.tsx': 'plots draw a cross-hair while some conductor is on the page, and not after',
  'web/space/time/time-address.ts':
    'the address follows the time that somebody moves, after the movement, and leads it when it is opened',
  'web/space/flat/use-series.ts': 'the thread that computes the series of a plot lives as long as the plot is shown',
  'web/space/fragments/use-fragments.ts': 'the thread that models the fragments ends with the question',
  'web/space/use-globe-canvas.ts': 'the canvas is drawn outside React, when what it shows has changed',
  'web/space/use-states.ts': 'the thread that computes positions lives as long as the page shows the catalogue',
  'web/ca/space/flat-view.tsx': 'the canvas is drawn outside React, in frames of its own',
  'web/ca/space/object-rows.tsx': 'states come from a thread, at the times that somebody moves to',
  'web/shell/page/folded.tsx': 'Escape, and pressing or focusing anything else on the page, close the list',
  'web/shell/page/use-fold.tsx': 'the page is scrolled to the part that its address opens',
  'web/shell/key/page-keys.tsx': 'the keys of the screen are pressed anywhere on the page',
  'web/ui/dialog/dialog.tsx': 'what is asked first has the focus once the dialog stands',
  'web/ui/button/hint.tsx': 'Escape and scrolling anywhere on the page close the hint',
  'web/ui/table/data-table.tsx': 'the menu of columns stands beside the table, not in it',
}

export const effects: Rule = {
  name: 'effects only where something outside React must be kept in step',
  check: (tree) =>
    inFiles(
      tree,
      (path) => path.startsWith('web/'),
      (file) => [...(file.path in EFFECTS ? [] : effectCalls(file)), ...hiddenEffects(file)],
    ),
}

function effectCalls(file: Source): Violation[] {
  return nodesOf(file, 'CallExpression').flatMap((node) => {
    const name = dotted(node.callee)?.replace(/^React\./, '')
    if (name === undefined || !/^use(Layout|Insertion)?Effect$/.test(name)) return []
    const message = `uses ${name}: derive it, or add the file to EFFECTS in tools/house/doors.ts with the reason.`
    return [violation(file, node, message)]
  })
}

/** A `ref` that does more than take its element synchronises with something else: it is a hidden effect. */
function hiddenEffects(file: Source): Violation[] {
  return nodesOf(file, 'JSXAttribute').flatMap((node) => {
    const value =
      isNode(node.name) && node.name.name === 'ref' && isNode(node.value) ? node.value.expression : undefined
    const takesNothing = isNode(value) && /Function/.test(value.type) && nodesIn(value.params).length === 0
    return takesNothing ? [violation(file, node, 'has a ref that ignores its element: write it as an effect.')] : []
  })
}

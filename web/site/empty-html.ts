// React Aria empties what it has announced to screen readers by setting an empty innerHTML, for example when a number is entered with the
// Enter key. Trusted Types refuse that, and that part of the page then disappears. The browser applies this policy if code sets a plain
// text. The policy allows only the empty text; for any other text it returns null, which the browser refuses.
type Factory = {
  createPolicy(name: 'default', rules: { createHTML(text: string): string | null }): unknown
}
const factory: Factory | undefined = Reflect.get(globalThis, 'trustedTypes')
factory?.createPolicy('default', { createHTML: (text) => (text === '' ? '' : null) })

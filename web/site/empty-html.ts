// React Aria empties what it has announced to screen readers by setting an empty innerHTML, for example when a number is
// entered with the Enter key. Trusted Types refuse that, and the part of the page is gone. This policy, which the browser
// asks where code gives a plain text, lets exactly that through; null is a refusal as before.
type Factory = {
  createPolicy(name: 'default', rules: { createHTML(text: string): string | null }): unknown
}
const factory: Factory | undefined = Reflect.get(globalThis, 'trustedTypes')
factory?.createPolicy('default', { createHTML: (text) => (text === '' ? '' : null) })

// The first of Keycloak's two steps: can a page in a frame set a cookie? The answer is sent to the frame's parent.
const mayAsk = !('hasStorageAccess' in document) || (await document.hasStorageAccess())
if (mayAsk) {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = 'KC_3P_PROBE=1; Max-Age=60; SameSite=Lax'
  location.replace('step2.html')
} else {
  parent.postMessage('unsupported', '*')
}

const isKept = document.cookie.split('; ').includes('KC_3P_PROBE=1')
// biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
document.cookie = 'KC_3P_PROBE=; Max-Age=0; SameSite=Lax'
parent.postMessage(isKept ? 'supported' : 'unsupported', '*')

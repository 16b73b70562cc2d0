// The page that opened this frame asked the identity provider who is signed in; this address contains the answer.
parent.postMessage(location.href, location.origin)

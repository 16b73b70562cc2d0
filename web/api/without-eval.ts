// The content security policy forbids eval, and zod asks whether it may use it: even the question is reported as a
// violation. This setting answers it beforehand, so the file must be imported before anything that imports zod.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

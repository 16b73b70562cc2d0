// The content security policy forbids eval, and zod tests whether it may use it: even this test is reported as a violation. This setting
// prevents the test, so the file must be imported before anything that imports zod.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

import fc from 'fast-check'

// A property that fails by rounding can be shrunk for hours: it ends here with the case that was found, and fails.
fc.configureGlobal({ interruptAfterTimeLimit: 30_000, markInterruptAsFailure: true })

import fc from 'fast-check'
import './long-waits.ts'

// Every run tries the same properties, so that none fails by chance. The nightly run uses another
// seed, and TEST_SEED replays one that failed; TEST_RUNS tries more than the usual hundred.
fc.configureGlobal({
  seed: Number(process.env.TEST_SEED ?? 1),
  numRuns: Number(process.env.TEST_RUNS ?? 100),
})

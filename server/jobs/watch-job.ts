/** Runs a job's work and looks on. What the work rejects with goes through. */
export type WatchJob = <Result>(
  job: string,
  id: string,
  run: () => Promise<Result>,
) => Promise<Result>

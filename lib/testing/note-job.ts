import { z } from 'zod'
import { defineJob, defineJobKind, type JobRun } from '@/lib/platform/jobs/define-job'

/** A job for tests of the worker, with any payload. */
export const noteKind = defineJobKind({ kind: 'note', payload: z.looseObject({}) })

export const noteJob = (run: (payload: object, run: JobRun) => Promise<void>, kind = 'note') =>
  defineJob({ ...noteKind, kind, run })

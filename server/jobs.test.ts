import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { db } from '@/lib/platform/db/database'
import { isJob, isRecurringJob } from '@/lib/platform/jobs/define-job'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'
import { bulkActionJob } from '@/lib/users/bulk/bulk-action.jobs'
import { jobs, recurringJobs } from '@/server/jobs'

const sources = ['app', 'components', 'lib', 'server'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
)
const declarations = sources.filter((path) => path.endsWith('.jobs.ts'))

describe('the jobs that the service runs', () => {
  it.each(declarations)('include every job of %s', async (path) => {
    const exported: unknown[] = Object.values((await import(`@/${path.slice(0, -3)}`)) as object)
    const declared = exported.filter((value) => isJob(value) || isRecurringJob(value))
    const defined = readFileSync(path, 'utf8').match(/= define(Recurring|Purge)?Job\(/g) ?? []
    expect(defined.length).toBeGreaterThan(0)
    expect(declared).toHaveLength(defined.length)
    const listed: unknown[] = [...jobs, ...recurringJobs]
    expect(declared.filter((job) => !listed.includes(job))).toEqual([])
  })

  it('are declared in *.jobs.ts only', () => {
    const elsewhere = sources.filter(
      (path) =>
        /\.tsx?$/.test(path) &&
        !/\.jobs\.ts$|\.test\.ts$|^lib\/testing\//.test(path) &&
        /= define(Recurring|Purge)?Job\(/.test(readFileSync(path, 'utf8')),
    )
    expect(elsewhere).toEqual([])
  })

  it('have unique names, which the database stores', () => {
    const names = [...jobs.map(({ kind }) => kind), ...recurringJobs.map(({ name }) => name)]
    expect(names).toHaveLength(new Set(names).size)
  })

  it('cannot be queued with the payload of another', () => {
    const id = '019aab00-0000-7000-8000-000000000000'
    const queue = [
      () => enqueueJob(db(), bulkActionJob, { bulk_action_id: id }),
      // @ts-expect-error a missing field
      () => enqueueJob(db(), bulkActionJob, {}),
      // @ts-expect-error the field of another job
      () => enqueueJob(db(), bulkActionJob, { import_id: id }),
      // @ts-expect-error an unknown field
      () => enqueueJob(db(), bulkActionJob, { bulk_action_id: id, secret: 'x' }),
    ]
    expect(queue).toHaveLength(4)
  })
})

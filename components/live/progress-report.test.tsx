import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ProgressReport } from '@/components/live/progress-report'

function html(job: Partial<ComponentProps<typeof ProgressReport>>): string {
  return renderToStaticMarkup(
    <AppRouterContext value={{} as AppRouterInstance}>
      <ProgressReport
        href="/report"
        locale="en"
        texts={{ of: '{processed} of {total} users', progress: 'Progress', refresh: 'Refresh' }}
        status="In progress"
        processed={1500}
        total={2000}
        counts={[['Changed', 1500]]}
        underWay={false}
        finished={false}
        stop={<button>Stop</button>}
        {...job}
      >
        <p>Done.</p>
      </ProgressReport>
    </AppRouterContext>,
  )
}

it('shows the progress of the job, visually and to screen readers', () => {
  const text = html({})
  expect(text).toContain('<p class="tabular-nums">1,500 of 2,000 users</p>')
  expect(text).toMatch(
    /<progress[^>]* aria-valuetext="1,500 of 2,000 users" value="1500" max="2000"/,
  )
  expect(text).toMatch(/<dt[^>]*>Changed<\/dt><dd[^>]*>1,500<\/dd>/)
})

it('shows only a finished job in the success color', () => {
  expect(html({ finished: true })).toContain('progress-value]:bg-success')
  expect(html({ finished: false })).not.toContain('progress-value]:bg-success')
})

it('refreshes the page only while the job is running', () => {
  expect(html({ underWay: true })).toMatch(/http-?equiv="refresh"/i)
  expect(html({ underWay: false })).not.toMatch(/http-?equiv="refresh"/i)
})

it('offers to stop a queued or running job, once', () => {
  for (const underWay of [true, false])
    expect(html({ underWay }).split('Stop</button>')).toHaveLength(2)
  expect(html({ stop: null })).not.toContain('Stop')
})

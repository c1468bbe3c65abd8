import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { ProgressReport } from '@/components/live/progress-report'

vi.mock('next/navigation', () => ({ useRouter: () => ({}) }))

function html(job: Partial<ComponentProps<typeof ProgressReport>>): string {
  return renderToStaticMarkup(
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
    </ProgressReport>,
  )
}

it('says how far the job is, to the eye and to a screen reader', () => {
  const text = html({})
  expect(text).toContain('<p class="tabular-nums">1,500 of 2,000 users</p>')
  expect(text).toMatch(
    /<progress[^>]* aria-valuetext="1,500 of 2,000 users" value="1500" max="2000"/,
  )
  expect(text).toMatch(/<dt[^>]*>Changed<\/dt><dd[^>]*>1,500<\/dd>/)
})

it('shows a finished job in the color of success, and no other', () => {
  expect(html({ finished: true })).toContain('progress-value]:bg-success')
  expect(html({ finished: false })).not.toContain('progress-value]:bg-success')
})

it('refreshes the page only while the job is under way', () => {
  expect(html({ underWay: true })).toMatch(/http-?equiv="refresh"/i)
  expect(html({ underWay: false })).not.toMatch(/http-?equiv="refresh"/i)
})

it('offers to stop a job that is under way or has yet to begin, once', () => {
  for (const underWay of [true, false])
    expect(html({ underWay }).split('Stop</button>')).toHaveLength(2)
  expect(html({ stop: null })).not.toContain('Stop')
})

import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AuditFilterForm } from '@/app/dashboard/audit/audit-filter-form'
import { en } from '@/lib/i18n/en'
import { readAuditQuery } from '@/lib/web/audit-query'

type Router = ComponentProps<typeof AppRouterContext>['value']

const html = (each: string | null) =>
  renderToStaticMarkup(
    <AppRouterContext value={{} as Router}>
      <AuditFilterForm
        query={readAuditQuery(() => null)}
        each={each}
        locale="en"
        texts={en.audit}
      />
    </AppRouterContext>,
  )

test('a change of the filters keeps the view of every record', () => {
  expect(html('1')).toContain('<input type="hidden" name="each" value="1"/>')
  expect(html(null)).not.toContain('name="each"')
})

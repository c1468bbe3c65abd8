import { defineRoute } from '@/lib/http/define-route'
import { entityTag } from '@/lib/http/entity-tag'
import { ifMatch, locale } from '@/lib/http/request-headers'
import { refuse } from '@/lib/platform/problems'
import { manageSettings, testSettings } from '@/lib/settings/change-settings'
import { type AreaState, readArea, type SettingsArea } from '@/lib/settings/settings-area'
import { findArea } from '@/lib/settings/settings-areas'
import { areaResponse, presentArea, testResponse } from '@/lib/settings/settings.responses'
import { changeSettingsBody, testSettingsBody } from '@/lib/settings/settings.schemas'

const answer = (state: AreaState) => ({
  status: 200 as const,
  body: presentArea(state),
  headers: { etag: entityTag(state.version) },
})

/** What the operations are about, and an example of a test, in the API reference. */
const SUBJECTS = {
  Settings: { subject: 'the settings of an area', test: { to: 'ada@example.com' } },
  NotificationSettings: { subject: 'the text message settings', test: { to: '+12025550123' } },
  PaymentSettings: { subject: 'the payment settings', test: {} },
}

interface Place<P extends string> {
  /** The names in the path. */
  params?: readonly P[]
  nameOf: (params: Readonly<Record<P, string>>) => string
}

/**
 * The routes for settings areas with this permission: for the area that `nameOf` takes from the
 * path. An area of another permission is not found here; it has its own route.
 */
export function settingsRoutes<const P extends string = never>(
  noun: keyof typeof SUBJECTS,
  permission: SettingsArea['permission'],
  { params: names, nameOf }: Place<P>,
) {
  const areaOf = (params: Readonly<Record<P, string>>) => {
    const area = findArea(nameOf(params))
    return area?.permission === permission ? area : null
  }
  const { subject, test: testExample } = SUBJECTS[noun]
  return {
    read: defineRoute({
      operationId: `get${noun}`,
      tag: 'Settings',
      summary: `Get ${subject}, including defaults`,
      params: names,
      access: { permission },
      responses: { 200: areaResponse },
      refusals: ['not_found'],
      handle: async ({ params }) => {
        const area = areaOf(params)
        return area ? answer(await readArea(area)) : refuse('not_found')
      },
    }),
    change: defineRoute({
      operationId: `update${noun}`,
      tag: 'Settings',
      summary: `Change ${subject}; omitted fields keep their values, null restores the default`,
      params: names,
      access: { permission },
      apiKeys: 'refused',
      headers: { versions: ifMatch },
      body: changeSettingsBody,
      responses: { 200: areaResponse },
      refusals: ['not_found', 'precondition_failed', 'reauthentication_required'],
      handle: async ({ principal, params, body, headers, ctx }) => {
        const area = areaOf(params)
        if (!area) return refuse('not_found')
        const { versions } = headers
        const result = await manageSettings(principal, area, { ...body, versions }, ctx)
        return result.ok ? answer(result.state) : result
      },
    }),
    test: defineRoute({
      operationId: `test${noun}`,
      tag: 'Settings',
      summary: `Test ${subject} and return the provider’s response`,
      params: names,
      access: { permission },
      apiKeys: 'refused',
      // A test sends to any address the user entered.
      limits: ['user'],
      headers: { locale },
      body: testSettingsBody.meta({ examples: [testExample] }),
      responses: { 200: testResponse },
      refusals: ['not_found', 'reauthentication_required'],
      handle: async ({ principal, params, body, ctx }) => {
        const area = areaOf(params)
        if (!area) return refuse('not_found')
        const result = await testSettings(principal, area, body, ctx)
        if (!result.ok) return result
        return { status: 200, body: { ok: result.passed, detail: result.detail } }
      },
    }),
  }
}

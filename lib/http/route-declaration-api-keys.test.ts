import { beforeAll, describe, expect, it } from 'vitest'
import { keyRuleOf } from '@/lib/http/route-declaration'
import { apiOperations, type Operation } from '@/tests/kit/contract/declared-handlers'

let operations: Operation[] = []
beforeAll(async () => void (operations = await apiOperations()))

const namesOf = (wanted: (operation: Operation) => boolean) =>
  operations.filter(wanted).map(({ handler }) => handler.declaration.operationId)
const needsPermission = ({ handler: { declaration } }: Operation) =>
  typeof declaration.access === 'object' && declaration.access.unlessOwn === undefined
const refusesKeys = ({ handler }: Operation) => keyRuleOf(handler.declaration) === 'refused'

describe('API keys', () => {
  it('are refused where only a session should reach, although the route needs a permission', () => {
    // What needs a recent sign-in, credentials of others, secrets in settings, webhooks, and work
    // that goes on as the user.
    expect(namesOf((one) => needsPermission(one) && refusesKeys(one)).sort()).toEqual([
      'cancelBulkAction',
      'cancelUserImport',
      'changeUserEmail',
      'createBulkAction',
      'createInvitationLink',
      'createProfileField',
      'createRole',
      'createUserImport',
      'createWebhook',
      'deleteProfileField',
      'deleteRole',
      'deleteWebhook',
      'impersonateUser',
      'inviteImportedUsers',
      'replaceRolePermissions',
      'replaceUserRoles',
      'resetUserMfa',
      'rotateWebhookSecret',
      'runBulkAction',
      'runUserImport',
      'sendPasswordReset',
      'testNotificationSettings',
      'testPaymentSettings',
      'testSettings',
      'updateNotificationSettings',
      'updatePaymentSettings',
      'updateProfileField',
      'updateRole',
      'updateSettings',
      'updateWebhook',
    ])
  })

  it('are refused by every other route of signed-in users, except for these', () => {
    const accepting = operations.filter((one) => !needsPermission(one) && !refusesKeys(one))
    const rules = accepting.map(({ handler: { declaration } }) => {
      const rule = keyRuleOf(declaration)
      return [declaration.operationId, typeof rule === 'string' ? rule : rule.join(' or ')]
    })
    expect(Object.fromEntries(rules)).toEqual({
      checkPermissions: 'accepted',
      createUploadLink: 'uploads:create',
      deleteUpload: 'uploads:create',
      downloadUpload: 'uploads:create',
      getOwnPermissions: 'accepted',
      getProfile: 'accepted',
      getUser: 'users:read',
      getUserAvatar: 'users:read',
      listUploads: 'uploads:create',
      listUserApiKeys: 'users:read',
    })
  })
})

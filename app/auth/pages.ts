import { definePages } from '@/lib/http/pages/define-pages'
import { MAX_CALLBACK_BYTES } from '@/lib/platform/size-limits'

export default definePages({
  login: { access: 'public', title: ({ auth }) => auth.login.title, botCheck: true },
  'email-code': { access: 'public', title: ({ emailCode }) => emailCode.title, botCheck: true },
  'email-code/enter': { access: 'public', title: ({ emailCode }) => emailCode.enter.title },
  'email-code/link': {
    access: 'public',
    title: ({ emailCode }) => emailCode.link.title,
    secretInAddress: true,
  },
  mfa: { access: 'public', title: ({ twoStep }) => twoStep.step.title },
  register: { access: 'public', title: ({ auth }) => auth.register.title, botCheck: true },
  'check-mail': { access: 'public', title: ({ auth }) => auth.checkMail.title },
  'forgot-password': { access: 'public', title: ({ auth }) => auth.forgot.title, botCheck: true },
  'reset-password': {
    access: 'public',
    title: ({ auth }) => auth.reset.title,
    secretInAddress: true,
  },
  'not-me': {
    access: 'public',
    title: ({ auth }) => auth.notMe.title,
    secretInAddress: true,
  },
  'verify-email': {
    access: 'public',
    title: ({ auth }) => auth.verify.title,
    secretInAddress: true,
  },
  'confirm-email': {
    access: 'public',
    title: ({ ownAccount }) => ownAccount.confirm.title,
    secretInAddress: true,
  },
  'confirm-sign-in': {
    access: 'public',
    title: ({ auth }) => auth.confirmSignIn.title,
    secretInAddress: true,
  },
  'resend-verification': {
    access: 'public',
    title: ({ auth }) => auth.resend.title,
    botCheck: true,
  },
  invitation: {
    access: 'public',
    title: ({ auth }) => auth.invitation.title,
    secretInAddress: true,
  },
  setup: {
    access: 'public',
    title: ({ auth }) => auth.setup.title,
    secretInAddress: true,
    hiddenFromProxies: true,
  },
  logout: { access: 'public', title: ({ auth }) => auth.logout.title },
  'passkeys/options': { access: 'public', endpoint: 'POST' },
  // Renews nothing then: there is no refresh token.
  renew: { access: 'public', endpoint: 'POST', impersonation: 'allowed' },
  'oauth/[provider]': { access: 'public', endpoint: 'GET' },
  'oauth/[provider]/callback': {
    access: 'public',
    endpoint: 'GET',
    secretInAddress: true,
    formPost: true,
    maxFormBytes: MAX_CALLBACK_BYTES,
  },
  'oauth/[provider]/link': { access: 'public', endpoint: 'GET', secretInAddress: true },
})

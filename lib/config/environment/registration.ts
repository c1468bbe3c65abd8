import { defineSection, defineSetting } from '@/lib/config/define-setting'
import { choice, domainPattern, flag, listOf } from '@/lib/config/setting-formats'

export const registration = defineSection({
  title: 'Registration',
  settings: {
    AUTH_REGISTRATION: defineSetting({
      schema: choice('open', 'invited', 'domains', 'approval'),
      default: 'open',
      property: 'registration.mode',
      description:
        'Who may register, also by signing in with a provider: open (anyone), invited (no one; ' +
        'administrators invite users), domains (AUTH_REGISTRATION_DOMAINS), or approval (anyone, ' +
        'but an administrator approves each account).',
      editable: {
        area: 'policy',
        name: 'registration',
        kind: 'choice',
        group: 'registration',
        label: { en: 'Who may sign up', tr: 'Kimler kaydolabilir' },
        hint: {
          en: 'Also applies to first sign-ins with a provider. You can always invite and import users. Users who already wait for approval keep waiting until an administrator decides. Links in emails already sent stay valid, but a registration that is started or confirmed while approval is required needs approval.',
          tr: 'Bir sağlayıcıyla ilk kez oturum açanlar için de geçerlidir. Kullanıcı davet etme ve içe aktarma her zaman kullanılabilir. Onay bekleyenler, bir yönetici karar verene kadar beklemeye devam eder. Gönderilmiş e-postalardaki bağlantılar geçerli kalır; ancak onay zorunluyken başlatılan veya doğrulanan kayıtlar onay bekler.',
        },
        ifUnusable: 'invited',
        choices: {
          open: { en: 'Anyone', tr: 'Herkes' },
          invited: { en: 'Only invited users', tr: 'Yalnızca davet edilenler' },
          domains: {
            en: 'Email addresses of certain domains',
            tr: 'Belirli alan adlarındaki e-posta adresleri',
          },
          approval: {
            en: 'Anyone, after approval by an administrator',
            tr: 'Yönetici onayıyla herkes',
          },
        },
      },
    }),
    AUTH_REGISTRATION_DOMAINS: defineSetting({
      schema: listOf(domainPattern),
      default: '',
      property: 'registration.domains',
      description:
        'For AUTH_REGISTRATION=domains, separated by commas: example.org is exactly that domain, ' +
        '*.example.org its subdomains.',
      editable: {
        area: 'policy',
        name: 'registration_domains',
        kind: 'list',
        refusedAs: 'invalid_domain',
        group: 'registration',
        label: { en: 'Domains that may sign up', tr: 'Kaydolabilecek alan adları' },
        hint: {
          en: 'Separate with commas, for example: example.org, *.example.org (the subdomains).',
          tr: 'Virgülle ayırın, örneğin: example.org, *.example.org (alt alan adları).',
        },
      },
    }),
    AUTH_REGISTRATION_SHOW_DOMAINS: defineSetting({
      schema: flag,
      default: 'true',
      property: 'registration.showDomains',
      description: 'Whether the sign-up page names these domains.',
      editable: {
        area: 'policy',
        name: 'registration_show_domains',
        kind: 'boolean',
        group: 'registration',
        label: {
          en: 'Show domains on the sign-up page',
          tr: 'Alan adlarını kayıt sayfasında göster',
        },
      },
    }),
  },
})

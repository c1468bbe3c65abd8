import type { OwnAccountMails, SecurityNotice } from '@/lib/messaging/mail/texts/mail-texts'

/** Shared by the notices that advise resetting the password. */
export const securityNotice: SecurityNotice = {
  button: 'Parolayı sıfırla',
  after: ['Hesabınızda oturum açamıyorsanız {host} yöneticisine başvurun.'],
  why: 'Bu e-postayı, {host} hesabınızın güvenliğiyle ilgili olduğu için aldınız.',
}

/** The emails about changes to one’s own account, in Turkish. */
export const ownAccountMails: OwnAccountMails = {
  confirm_email_change: {
    subject: 'Yeni e-posta adresinizi doğrulayın',
    before: [
      'Birisi {host} hesabı için bu e-posta adresini kullanmak istedi. Bunu siz istediyseniz adresi doğrulayın. Ardından bu adresle oturum açar ve mesajlarınızı bu adreste alırsınız.',
    ],
    button: 'E-posta adresini doğrula',
    after: [
      'Bağlantı yalnızca bir kez kullanılabilir ve {life} geçerlidir.',
      'Bunu siz istemediniz mi? Bu e-postayı dikkate almayabilirsiniz. Siz doğrulamadıkça hiçbir şey değişmez.',
    ],
    why: 'Bu e-postayı, bu adres bir {host} hesabının yeni e-posta adresi olarak girildiği için aldınız.',
  },
  email_change_requested: {
    ...securityNotice,
    subject: 'E-posta adresi değişikliği istendi',
    before: [
      'Birisi {host} hesabınızın e-posta adresini değiştirmek istedi. Yeni adrese bir bağlantı gönderdik. Değişiklik oradan doğrulanana kadar hiçbir şey değişmez. Bunu siz istediyseniz burada bir işlem yapmanız gerekmez.',
      'Bunu siz istemediyseniz hemen parolanızı sıfırlayın. Böylece değişiklik iptal edilir ve tüm cihazlarda oturum kapatılır. Yeni adres doğrulandıktan sonra yalnızca {host} yöneticisi yardımcı olabilir.',
    ],
  },
  address_wanted: {
    subject: 'Zaten bir hesabınız var',
    before: [
      'Birisi bu e-posta adresini başka bir {host} hesabında kullanmak istedi, ancak adres zaten sizin hesabınıza ait. Hiçbir şey değişmedi. Bunu siz yaptıysanız bu hesapta oturum açın veya diğer hesap için başka bir adres seçin.',
    ],
    button: 'Oturum aç',
    after: [
      'Parolanızı mı unuttunuz? Sıfırlayın: {forgot_url}',
      'Bunu siz yapmadınız mı? Bu e-postayı dikkate almayabilirsiniz. Hesabınıza kimse erişmedi ve hesabınızın var olduğunu kimse öğrenmedi.',
    ],
    why: 'Bu e-postayı, birisi {host} üzerinde bu e-posta adresini kullanmak istediği için aldınız.',
  },
  phone_changed: {
    ...securityNotice,
    subject: 'Telefon numaranız değiştirildi',
    before: [
      '{host} hesabınız için bir telefon numarası doğrulandı. Hesabınızla ilgili kısa mesajlar artık bu numaraya gönderilecek. Bunu siz yaptıysanız bir işlem yapmanız gerekmez.',
      'Bunu siz yapmadıysanız hemen parolanızı sıfırlayın. Böylece tüm cihazlarda oturum kapatılır. Ardından numarayı hesabınızdan kaldırın.',
    ],
  },
  phone_removed: {
    ...securityNotice,
    subject: 'Telefon numaranız kaldırıldı',
    before: [
      '{host} hesabınızın telefon numarası kaldırıldı. Artık hesabınızla ilgili kısa mesaj almayacaksınız. Bunu siz yaptıysanız bir işlem yapmanız gerekmez.',
      'Bunu siz yapmadıysanız hemen parolanızı sıfırlayın. Böylece tüm cihazlarda oturum kapatılır.',
    ],
  },
  mail_settings_changed: {
    subject: 'E-posta ayarları değiştirildi',
    before: [
      'Birisi {host} hizmetinin e-posta gönderme ayarlarını veya e-posta metinlerini değiştirdi. Bu değişiklikten haberiniz varsa bir işlem yapmanız gerekmez.',
      'Bu değişiklikten haberiniz yoksa ayarları ve denetim kaydını hemen kontrol edin. Giden e-postaları denetleyen herkes parolaları sıfırlayabilir.',
    ],
    button: 'Ayarları aç',
    after: [],
    why: 'Bu e-postayı, {host} ayarlarını yönetebildiğiniz için alıyorsunuz.',
  },
  account_deleted: {
    subject: 'Hesabınız silindi',
    before: [
      '{host} hesabınız, hesabınızda oturum açmış biri tarafından silindi. Tüm cihazlarda oturum kapatıldı ve artık bu hesapta kimse oturum açamaz. Bunu siz yaptıysanız bir işlem yapmanız gerekmez.',
      'Bunu siz yapmadıysanız hemen {host} yöneticisine başvurun. Yönetici hesabı geri getirebilir.',
    ],
    button: 'Siteyi aç',
    after: ['Bu e-posta adresiyle başka kimse kaydolamaz.'],
    why: 'Bu e-postayı, {host} hesabınızla ilgili olduğu için aldınız.',
  },
  confirm_sign_in: {
    subject: '{provider} ile oturum açmayı tamamlayın',
    before: [
      '{host} sitesinde {provider} ile oturum açmayı tamamlamak için e-posta adresinizi doğrulayın.',
      'Bağlantıyı, oturum açmaya başladığınız tarayıcıda açın. Başka bir yerde çalışmaz.',
    ],
    button: 'E-posta adresini doğrula',
    after: [
      'Bağlantı yalnızca bir kez kullanılabilir ve {provider} ile oturum açtıktan {life} sonra geçersiz olur.',
      'Bunu siz yapmadınız mı? Bu e-postayı dikkate almayabilirsiniz. Bağlantı, oturum açmaya başlanan tarayıcıda açılmadıkça hiçbir şey olmaz.',
    ],
    why: 'Bu e-postayı, birisi bu e-posta adresini kullanan bir {provider} hesabıyla {host} sitesinde oturum açtığı için aldınız.',
  },
}

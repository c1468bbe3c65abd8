import type { OwnAccountMails, SecurityNotice } from '@/lib/mail/texts/mail-texts'

/** What notices have in common that ask whoever did not do it to reset the password. */
export const securityNotice: SecurityNotice = {
  button: 'Parolayı sıfırla',
  after: ['Hesabınıza giremiyorsanız {host} yöneticisine başvurun.'],
  why: 'Bu e-postayı, {host} hesabınızın güvenliğiyle ilgili olduğu için aldınız.',
}

/** The mails about what people do to their own account, in Turkish. */
export const ownAccountMails: OwnAccountMails = {
  confirm_email_change: {
    subject: 'Yeni e-posta adresinizi doğrulayın',
    before: [
      'Birisi {host} hesabında bu adresi kullanmak istedi. Bunu siz istediyseniz adresi doğrulayın. Ardından bu adresle giriş yapar, e-postalarınızı burada alırsınız.',
    ],
    button: 'E-posta adresini doğrula',
    after: [
      'Bağlantı yalnızca bir kez kullanılabilir ve {life} geçerlidir.',
      'Bunu siz istemediyseniz bu e-postayı dikkate almayın. Siz doğrulamadıkça hiçbir şey değişmez.',
    ],
    why: 'Bu e-postayı, bu adres bir {host} hesabının yeni adresi olarak girildiği için aldınız.',
  },
  email_change_requested: {
    ...securityNotice,
    subject: 'E-posta adresinizi değiştirme isteği',
    before: [
      'Birisi {host} hesabınızın e-posta adresini değiştirmek istedi. Yeni adrese bir bağlantı gönderdik; değişiklik orada doğrulanana kadar hiçbir şey değişmez. Bunu siz istediyseniz burada bir işlem yapmanız gerekmez.',
      'Bunu siz istemediyseniz hemen parolanızı sıfırlayın. Böylece değişiklik iptal edilir ve tüm cihazlarda oturum kapatılır. Yeni adres doğrulandıktan sonra yalnızca {host} yöneticisi yardımcı olabilir.',
    ],
  },
  address_wanted: {
    subject: 'Zaten bir hesabınız var',
    before: [
      'Birisi bu adresi başka bir {host} hesabında kullanmak istedi, ancak adres zaten sizin hesabınıza ait. Hiçbir şey değişmedi. Bunu siz yaptıysanız iki hesabınız var: bu hesaba giriş yapın veya diğeri için başka bir adres seçin.',
    ],
    button: 'Giriş yap',
    after: [
      'Parolanızı mı unuttunuz? Sıfırlayın: {forgot_url}',
      'Bunu siz yapmadıysanız bu e-postayı dikkate almayın. Hesabınıza kimse erişmedi ve hesabınız olduğu kimseye söylenmedi.',
    ],
    why: 'Bu e-postayı, birisi {host} üzerinde bu adresi kullanmak istediği için aldınız.',
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
      '{host} hesabınızın telefon numarası kaldırıldı. Hesabınızla ilgili kısa mesaj almayacaksınız. Bunu siz yaptıysanız bir işlem yapmanız gerekmez.',
      'Bunu siz yapmadıysanız hemen parolanızı sıfırlayın. Böylece tüm cihazlarda oturum kapatılır.',
    ],
  },
  mail_settings_changed: {
    subject: 'E-posta ayarları değiştirildi',
    before: [
      'Birisi {host} hizmetinin e-postaları nasıl gönderdiğini ya da e-postalarda ne yazdığını değiştirdi. Bu değişiklikten haberiniz varsa bir şey yapmanıza gerek yok.',
      'Haberiniz yoksa ayarları ve denetim kaydını hemen kontrol edin: giden e-postaları yöneten kişi parolaları sıfırlayabilir.',
    ],
    button: 'Ayarları aç',
    after: [],
    why: 'Bu e-postayı, {host} ayarlarını yönetebildiğiniz için alıyorsunuz.',
  },
  account_deleted: {
    subject: 'Hesabınız silindi',
    before: [
      '{host} hesabınız, hesapta oturum açmış biri tarafından silindi. Tüm cihazlarda oturum kapatıldı ve artık bu hesaba kimse giriş yapamaz. Bunu siz yaptıysanız bir işlem yapmanız gerekmez.',
      'Bunu siz yapmadıysanız hemen {host} yöneticisine başvurun. Yönetici hesabı geri getirebilir.',
    ],
    button: 'Siteyi aç',
    after: ['Bu e-posta adresiyle başka kimse kaydolamaz.'],
    why: 'Bu e-postayı, {host} hesabınızla ilgili olduğu için aldınız.',
  },
  confirm_sign_in: {
    subject: '{provider} ile girişinizi tamamlayın',
    before: [
      '{host} sitesine {provider} ile girişinizi tamamlamak için e-posta adresinizi doğrulayın.',
      'Bağlantıyı, girişi başlattığınız tarayıcıda açın. Başka bir yerde çalışmaz.',
    ],
    button: 'E-posta adresini doğrula',
    after: [
      'Bağlantı yalnızca bir kez kullanılabilir ve {provider} ile giriş yaptıktan {life} sonra geçersiz olur.',
      'Bunu siz yapmadıysanız bu e-postayı dikkate almayın. Bağlantı, girişi başlatan tarayıcıda açılmadıkça hiçbir şey olmaz.',
    ],
    why: 'Bu e-postayı, birisi bu adresin kayıtlı olduğu bir {provider} hesabıyla {host} sitesine giriş yaptığı için aldınız.',
  },
}

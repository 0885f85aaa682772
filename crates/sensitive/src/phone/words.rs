//! The words that name a telephone number.

/// Makes two lists: the words before the `;`, and all of them.
macro_rules! lists {
    ($($strict:literal),* $(,)?; $($wider:literal),* $(,)?) => {
        /// Words that speak of telephones and of little else: enough for digits that are not grouped.
        pub(super) const STRICT: &[&str] = &[$($strict),*];

        /// The same, and words of speaking with someone: enough for digits that are grouped as numbers to dial are.
        pub(super) const WIDE: &[&str] = &[$($strict,)* $($wider),*];
    };
}

lists! {
    "phone", "telephone", "tel", "mobile", "cellphone", "cell", "fax", "telefax", "facsimile", "whatsapp",
    "viber", "hotline", "helpline", "landline", "phone number", "mobile number", "contact number",
    "contact no", "phonenumber", "msisdn", "voicemail", "pager", "dial", "telefon", "telefonnummer",
    "telefonnr", "handy", "handynummer", "mobil", "mobilnummer", "rufnummer", "festnetz", "durchwahl",
    "teléfono", "telefono", "móvil", "movil", "celular", "fijo", "téléphone", "télécopie", "telefone",
    "telemóvel", "telemovel", "cellulare", "recapito", "telefoon", "telefoonnummer", "mobiel", "gsm", "natel",
    "telefonní", "telefón", "telefonu", "komórka", "puhelin", "puhelinnumero", "puh", "cep telefonu", "telepon",
    "telepono", "selpon", "điện thoại", "đt", "sđt", "телефон", "тел", "моб", "мобильный", "факс", "τηλέφωνο",
    "κινητό", "טלפון", "נייד", "פקס", "هاتف", "جوال", "موبايل", "تلفن", "فون", "फोन", "मोबाइल", "电话", "電話",
    "手机", "手機", "手机号", "联系方式", "传真", "携帯", "携帯電話", "ファックス", "전화", "전화번호", "휴대폰", "핸드폰", "연락처", "팩스", "โทร",
    "โทรศัพท์", "มือถือ", "cep no", "cep tel";
    "call", "sms", "called", "calling", "callback", "answering", "text me", "text us", "reach me", "reach us",
    "reach him", "reach her", "contact", "contact me", "contact us", "desk", "office", "main line",
    "direct line", "registered number", "extension", "anrufen", "llamar", "llame", "appeler", "appelez",
    "ligar", "chiamare", "chiama", "bellen", "ring meg", "ring mig", "позвоните", "звоните", "联系", "打电话", "연락",
}

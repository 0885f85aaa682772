//! Services whose name, right before a random value, says that the value is a key of theirs.
//!
//! Code hosts, registries and whatever else is written beside hashes and ids every day are left out.

/// In lower case, one word each.
const VENDORS: &[&str] = &[
    "abuseipdb", "accuweather", "adafruit", "airbrake", "airvisual", "algolia", "alphavantage", "amplitude", "apify",
    "apilayer", "appcues", "appfollow", "assemblyai", "auth0", "aviationstack", "azure", "bannerbear", "beamer",
    "bitfinex", "bitly", "blazemeter", "bugsnag", "calendarific", "checkout", "clearbit", "clickup", "cloudinary",
    "cloudsmith", "codacy", "coinbase", "coinlayer", "coinmarketcap", "contentful", "convertkit", "coveralls",
    "currencylayer", "customerio", "datadog", "deepgram", "delighted", "detectify", "dropbox", "dynatrace",
    "etherscan", "eventbrite", "exchangerate", "factset", "fastly", "finnhub", "fixer", "flutterwave", "formspree",
    "foursquare", "freshdesk", "fullstory", "geoapify", "geocodify", "giphy", "glassnode", "gumroad", "helpscout",
    "holidayapi", "honeybadger", "hotjar", "hubspot", "hunterio", "infura", "intercom", "ipgeolocation", "ipinfo",
    "ipstack", "iterable", "keen", "klaviyo", "kraken", "kucoin", "languagelayer", "lastfm", "launchdarkly", "loggly",
    "lokalise", "mailboxlayer", "mailchimp", "mailgun", "mailjet", "mailmodo", "mapbox", "marketstack", "mediastack",
    "messagebird", "mixpanel", "moosend", "mux", "nasdaq", "newrelic", "newsapi", "noticeable", "numverify", "nytimes",
    "omdb", "onesignal", "opencage", "opencagedata", "openweather", "openweathermap", "opsgenie", "optimizely", "owm",
    "pagerduty", "paypal", "pdflayer", "pendo", "pipedrive", "pixabay", "plivo", "polygonio", "positionstack",
    "postmark", "prerender", "pusher", "pyowm", "quandl", "rapidapi", "rawg", "rollbar", "runscope", "saucelabs",
    "scalr", "scrapingbee", "screenshotlayer", "segment", "semaphore", "sendbird", "sendinblue", "serpapi",
    "serpstack", "shodan", "shopify", "shotstack", "signalwire", "snipcart", "sparkpost", "splunk", "spoonacular",
    "stackhawk", "statuscake", "statuspage", "stormglass", "storyblok", "stytch", "sumologic", "surveymonkey",
    "survicate", "tatum", "telnyx", "thetvdb", "ticketmaster", "tomorrowio", "tomtom", "trello", "twelvedata",
    "twilio", "typeform", "unsplash", "uploadcare", "uptimerobot", "urlscan", "userstack", "vatlayer", "virustotal",
    "vonage", "wakatime", "weatherapi", "weatherbit", "weatherstack", "webflow", "wistia", "wrike", "youneedabudget",
    "zendesk", "zenscrape", "zenserp", "zerobounce", "zipcodeapi", "zipcodebase", "zoho", "zonkafeedback", "zoominfo",
];

/// Whether `word` is the name of a service that hands out keys.
pub(super) fn is_vendor(word: &[u8]) -> bool {
    if !(3..=16).contains(&word.len()) {
        return false;
    }
    let mut lower = [0; 16];
    lower[..word.len()].copy_from_slice(word);
    lower[..word.len()].make_ascii_lowercase();
    VENDORS.binary_search_by(|vendor| vendor.as_bytes().cmp(&lower[..word.len()])).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_found_in_either_case() {
        assert!(VENDORS.is_sorted(), "{:?}", VENDORS.windows(2).find(|two| two[0] > two[1]));
        assert!(is_vendor(b"Cloudsmith") && is_vendor(b"zoominfo") && !is_vendor(b"commit") && !is_vendor(b""));
    }
}

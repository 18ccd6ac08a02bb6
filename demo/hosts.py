"""How each host of the demo web behaves as a whole: its rules for robots, its validators, its manners."""

from dataclasses import dataclass

_ALLOW = "User-agent: *\nDisallow: /sisemine/\nDisallow: /otsing\n"


@dataclass(frozen=True, slots=True)
class Host:
    robots: str = _ALLOW
    robots_status: int = 200
    gzip: bool = False  # compresses what it sends to those who accept it
    etag: bool = True
    last_modified: bool = True
    soft_404: str = ""  # path of the page it sends, with status 200, for whatever it does not have
    listens: bool = True  # False: the name has an address, nobody is there


HOSTS = {
    "www.ministeerium.demo.test": Host(),
    "www.linn.demo.test": Host(robots=_ALLOW + "Crawl-delay: 0.1\n"),
    "www.vald.demo.test": Host(robots="", robots_status=404),
    "www.ylikool.demo.test": Host(),
    "statistika.demo.test": Host(etag=False),
    "muuseum.demo.test": Host(gzip=True),
    "parlamendiarhiiv.demo.test": Host(last_modified=False),
    "yhendused.demo.test": Host(robots="", robots_status=404),
    "register.demo.test": Host(etag=False, last_modified=False),
    "avaandmed.demo.test": Host(robots="User-agent: *\nAllow: /\nSitemap: http://avaandmed.demo.test/sitemap.xml\n"),
    "aeglane.demo.test": Host(),
    "suunab.demo.test": Host(),
    "keelatud.demo.test": Host(robots="User-agent: *\nDisallow: /\n"),
    "segane.demo.test": Host(robots="Serveri viga\n", robots_status=500),
    "kinni.demo.test": Host(listens=False),
    "pehme.demo.test": Host(robots="", robots_status=404, soft_404="/kadunud.html"),
    "rikutud.demo.test": Host(),
    "hoivatud.demo.test": Host(),
    "failid.demo.test": Host(),
}

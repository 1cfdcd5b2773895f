"""The site in a real browser: journeys by pointer, keyboard, touch and without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.accessibility import violations
from tests.support.waiting import PATIENCE
from tests.web.site import HOSTILE_NAME, Samples

OpenContext = Callable[..., BrowserContext]

_PATIENCE = 1_000 * PATIENCE  # milliseconds
pytestmark = pytest.mark.slow

_WIDE = {"width": 1280, "height": 900}
_NARROW = {"width": 390, "height": 844}


@pytest.fixture
def context(open_context: OpenContext) -> BrowserContext:
    return open_context(viewport=_WIDE)


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page that may neither complain in its console nor ask any other server."""
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    assert not [text for text in complaints if "404" not in text and "400" not in text]


def test_search_company_person_and_back(page: Page) -> None:
    page.goto("/")
    page.get_by_role("combobox").fill("budejovicky budvar")
    page.get_by_role("button", name="Hledat").click()
    page.get_by_role("link", name="Budějovický Budvar").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Budějovický Budvar")
    person = page.locator("#organy tbody a").first
    name = person.inner_text()
    person.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    page.go_back()
    expect(page).to_have_url(re.compile("/firma/00514152$"))
    page.go_back()
    expect(page.get_by_role("link", name="Budějovický Budvar").first).to_be_visible()


def test_suggestions_work_by_keyboard_and_tell_a_screen_reader(page: Page) -> None:
    page.goto("/")
    box = page.get_by_role("combobox")
    box.press_sequentially("budej", delay=20)
    options = page.get_by_role("option")
    expect(options.first).to_be_visible()
    expect(box).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".search-line [role=status]")).to_contain_text("návrhů")
    box.press("ArrowDown")
    expect(options.first).to_have_attribute("aria-selected", "true")
    assert box.get_attribute("aria-activedescendant") == options.first.get_attribute("id")
    box.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()
    expect(box).to_have_value("budej")
    box.press("ArrowDown")
    expect(options.first).to_be_visible()
    box.press("ArrowDown")
    chosen = page.locator("[aria-selected=true] code").inner_text()
    box.press("Enter")
    expect(page).to_have_url(re.compile(f"/firma/{chosen}$"))


def test_suggestions_work_by_pointer_and_close_when_left(page: Page) -> None:
    page.goto("/tarify")
    box = page.get_by_role("combobox")
    box.press_sequentially("praha", delay=20)
    expect(page.get_by_role("option").first).to_be_visible()
    page.get_by_role("contentinfo").click()
    expect(page.get_by_role("listbox")).to_be_hidden()
    box.press_sequentially(" ", delay=20)
    page.get_by_role("option").first.click()
    expect(page).to_have_url(re.compile("/firma/"))


def test_the_english_switch_keeps_the_page_and_the_search(page: Page) -> None:
    page.goto("/hledat?q=praha")
    page.get_by_role("link", name="English").click()
    expect(page).to_have_url(re.compile(r"/en/hledat\?q=praha$"))
    assert page.evaluate("document.documentElement.lang") == "en"
    page.get_by_role("link", name="Česky").click()
    expect(page).to_have_url(re.compile(r"(?<!/en)/hledat\?q=praha$"))


def test_a_slider_moves_over_the_days_of_changes_by_keyboard(page: Page) -> None:
    page.goto("/firma/00514152?kDatu=2012-03-15")
    slider = page.get_by_role("slider")
    slider.focus()
    slider.press("Home")
    slider.press("ArrowRight")
    second = str(slider.get_attribute("aria-valuetext")).removeprefix("od ")
    expect(page.locator(".eyebrow")).to_contain_text(second)
    expect(slider).to_be_focused()
    day = page.url.partition("kDatu=")[2]
    expect(page.get_by_label("Den", exact=True)).to_have_value(day)
    here = page.locator("h1 + .lead, .card dl").all_inner_texts()
    page.reload()
    expect(slider).to_have_value("1")
    assert page.locator("h1 + .lead, .card dl").all_inner_texts() == here


def _ground(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))


def test_the_look_follows_the_system_until_it_is_switched_and_then_stays(open_context: OpenContext) -> None:
    context = open_context(color_scheme="dark")
    page = context.new_page()
    page.goto("/")
    dark = _ground(page)
    page.get_by_role("button", name="Přepnout světlý a tmavý vzhled").click()
    light = _ground(page)
    assert light != dark
    page.goto("/tarify")
    assert _ground(page) == light


def test_everything_works_without_javascript(open_context: OpenContext, samples: Samples) -> None:
    context = open_context(java_script_enabled=False, color_scheme="light")
    page = context.new_page()
    page.goto("/")
    page.locator("input[name=q]").fill("budvar")
    page.get_by_role("button", name="Hledat").click()
    page.get_by_role("link", name="Budějovický Budvar").first.click()
    page.get_by_role("link", name="Graf vazeb").click()
    heading = page.locator("h1").inner_text()
    page.locator("a.node").first.click()
    assert page.locator("h1").inner_text() != heading
    page.get_by_role("button", name="Přepnout světlý a tmavý vzhled").click()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert "/vazby" in page.url
    page.goto(f"/firma/{samples.vat['neovereno']}")
    page.get_by_role("button", name="Zařadit k ověření").click()
    assert page.get_by_text("Ověření je ve frontě").is_visible()


def test_a_payment_and_a_comparison_are_made_without_javascript(open_context: OpenContext) -> None:
    page = open_context(java_script_enabled=False).new_page()
    page.goto("/firma/45274649")
    page.get_by_role("link", name="Platba QR kódem").click()
    page.get_by_label("Částka v Kč").fill("1 250,50")
    page.get_by_label("Variabilní symbol").fill("2026001")
    page.get_by_label("Variabilní symbol").press("Enter")
    expect(page.get_by_role("img", name="QR kód platby na účet")).to_be_visible()
    expect(page.get_by_text("1\xa0250,50\xa0Kč")).to_be_visible()
    page.goto("/firma/45274649")
    expect(page.get_by_role("button", name="Sdílet")).to_be_hidden()
    page.get_by_role("link", name="Porovnat").click()
    page.get_by_label("IČO 2").fill("514152")
    page.get_by_label("IČO 2").press("Enter")
    expect(page.get_by_role("columnheader")).to_have_count(2)
    page.goto("/hledat?q=praha")
    page.get_by_role("link", name="Tabulka").click()
    expect(page.get_by_role("columnheader", name="Právní forma")).to_be_visible()


def test_sharing_and_printing_come_with_the_script(
    context: BrowserContext, page: Page, site_url: str
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=site_url)
    page.add_init_script("window.print = () => { window.printed = true }; delete Navigator.prototype.share")
    page.goto("/en/firma/00514152")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_text("Link copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith("/en/firma/00514152")
    page.get_by_role("button", name="Extract: print, PDF").click()
    assert page.evaluate("window.printed") is True
    page.emulate_media(media="print")
    expect(page.get_by_text("Not an official document")).to_be_visible()
    expect(page.get_by_text("Výroba piva a sladu")).to_be_visible()  # folded on the screen, printed in full


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without"])
def test_filters_and_order_are_set_and_taken_away_by_keyboard(
    open_context: OpenContext, scripts: bool
) -> None:
    page = open_context(java_script_enabled=scripts).new_page()
    page.goto("/hledat?q=praha")
    page.locator("details.more summary").press("Enter")
    page.get_by_label("Stav").press("a")  # aktivní
    page.get_by_label("Adresa sídla").fill("Praha 1")
    page.get_by_label("Adresa sídla").press("Enter")
    chips = page.get_by_role("list", name="Použité filtry")
    expect(chips.get_by_role("link")).to_have_count(2)
    page.get_by_label("Řadit").select_option("název")
    page.get_by_role("button", name="Seřadit").press("Enter")
    expect(page).to_have_url(re.compile("razeni=nazev"))
    expect(page).to_have_url(re.compile("stav=aktivni"))
    chips.get_by_role("link", name="Zrušit filtr: aktivní").press("Enter")
    expect(chips.get_by_role("link")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"hledat\?q=praha&adresa=Praha\+1&razeni=nazev$"))


def test_statistics_are_walked_by_keyboard_without_javascript(open_context: OpenContext) -> None:
    page = open_context(java_script_enabled=False, viewport=_NARROW).new_page()
    page.goto("/hledat?stav=zanikla")
    page.get_by_role("link", name="Nalezené firmy v číslech").press("Enter")
    region = page.get_by_role("link", name=re.compile("^Jihomoravský kraj: "))
    number = (region.locator("title").text_content() or "").partition(": ")[2]
    region.press("Enter")
    expect(page).to_have_url(re.compile(r"/hledat\?kraj=116&stav=zanikla$"))
    expect(page.locator(".tabs [aria-current] span")).to_have_text(number)
    page.go_back()
    ended = page.locator("#zanik")
    ended.locator("summary").press("Enter")
    row = ended.get_by_role("row").nth(1)
    year, number = row.get_by_role("rowheader").inner_text(), row.get_by_role("cell").inner_text()
    assert ended.get_by_role("link", name=f"{year}: {number}").count() == 1
    row.get_by_role("link").press("Enter")
    expect(page.get_by_role("link", name=f"Zrušit filtr: zánik od 1. 1. {year}")).to_be_visible()
    expect(page.locator(".tabs [aria-current] span")).to_have_text(number)


def test_the_open_filters_are_accessible_and_fit(open_context: OpenContext) -> None:
    context = open_context(viewport=_NARROW)
    page = context.new_page()
    page.goto("/hledat?q=praha&stav=aktivni")
    page.locator("details.more summary").click()
    expect(page.get_by_label("Vznik od")).to_be_visible()
    assert not violations(page)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.get_by_role("button", name="Použít filtry").click()
    expect(page).to_have_url(re.compile(r"hledat\?q=praha&stav=aktivni$"))


def _open_graph(page: Page, path: str) -> None:
    page.goto(path)
    page.locator(".graph-card[data-settled]").wait_for(timeout=_PATIENCE)


def _graph_of_tour(page: Page) -> str:
    page.goto("/ukazka")
    return str(page.locator("main a[href$='/vazby']").first.get_attribute("href"))


def test_the_graph_is_walked_by_keyboard_without_a_new_page(page: Page) -> None:
    """Page Down leads to everybody in it, Enter expands in place, and a status says what came of it."""
    _open_graph(page, _graph_of_tour(page))
    page.evaluate("window.same = true")
    nodes, status = page.locator(".graph-live g.node"), page.locator(".graph-status")
    before = nodes.count()
    page.locator(".graph-live g.node[tabindex='0']").focus()
    names = set()
    for _ in range(before):
        page.keyboard.press("PageDown")
        names.add(page.evaluate("document.activeElement.__data__.id"))
    assert len(names) == before
    page.keyboard.press("Home")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.classList.contains('centre')") is False
    expect(status).to_contain_text("V grafu má")
    page.locator(".graph-live g.node[aria-expanded=false]").last.focus()
    page.keyboard.press("Enter")
    expect(status).to_contain_text("Přibylo", timeout=_PATIENCE)
    assert nodes.count() > before
    assert page.evaluate("window.same") is True


def test_the_graph_is_filtered_and_a_path_in_it_is_told(page: Page) -> None:
    _open_graph(page, _graph_of_tour(page))
    page.locator(".graph-live g.node").last.click()
    name = page.locator(".graph-panel h3 bdi").inner_text()
    page.get_by_text("Cesta mezi dvěma").click()
    option = page.locator("#uzly option").evaluate_all(
        "(all, name) => all.find(o => o.value.startsWith(name)).value", name
    )
    page.get_by_label("Kam (IČO nebo jméno)").fill(option or "")
    page.get_by_role("button", name="Najít cestu").click()
    expect(page.locator("#cesta li").last).to_contain_text(name)
    assert page.locator(".graph-live g.node.on-path").count() == page.locator("#cesta li").count() + 1
    page.get_by_text("Filtr vazeb").click()
    page.get_by_label("i skončené").uncheck()
    expect(page.locator(".edge.past")).to_have_count(0)
    page.get_by_label("podíl").uncheck()
    expect(page.locator(".edge.share")).to_have_count(0)
    assert page.locator(".graph-live g.node").count() >= 1


def test_the_graph_is_saved_as_a_picture(page: Page) -> None:
    _open_graph(page, _graph_of_tour(page))
    with page.expect_download() as download:
        page.get_by_role("button", name="Uložit SVG").click()
    text = Path(download.value.path()).read_text()
    assert text.count("<circle") + text.count("<rect") > page.locator(".graph-live g.node").count()
    assert "class=" not in text
    assert "style=" not in text
    with page.expect_download() as download:
        page.get_by_role("button", name="Uložit PNG").click()
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
    assert download.value.suggested_filename.startswith("vazby-")


def test_the_opened_graph_is_accessible_and_fits_on_a_phone(open_context: OpenContext) -> None:
    context = open_context(viewport=_NARROW, has_touch=True, color_scheme="dark")
    page = context.new_page()
    _open_graph(page, "/en" + _graph_of_tour(page))
    page.get_by_text("Filter ties").click()
    page.get_by_text("Path between two").click()
    page.locator(".graph-live g.node.centre").tap()
    expect(page.locator(".graph-panel h3")).to_be_visible()
    before = _scale(page)
    _pinch(page)
    assert _scale(page) > before
    assert page.evaluate("visualViewport.scale") == 1
    assert not violations(page)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("viewport", [_NARROW, _WIDE])
def test_the_whole_graph_is_seen_at_once_with_names_that_can_be_read(
    open_context: OpenContext, viewport: dict[str, int]
) -> None:
    page = open_context(viewport=viewport).new_page()
    _open_graph(page, _graph_of_tour(page))
    frame, shapes, names, sizes = page.evaluate(_PLACES)
    assert len(shapes) > len(names) / 3 > 0
    left, top, right, bottom = frame
    for place in (*shapes, *names):
        assert left - 1 <= place[0] and place[2] <= right + 1, place
        assert top - 1 <= place[1] and place[3] <= bottom + 1, place
    assert min(sizes) >= 10.9
    # The picture reaches from the top to the bottom of its frame, or from side to side.
    high = max(place[3] for place in names) - min(place[1] for place in shapes)
    wide = max(place[2] for place in names) - min(place[0] for place in names)
    assert high > (bottom - top) * 0.6 or wide > (right - left) * 0.6


# Of the frame, of nodes and of the lines of names that are shown: left, top, right, bottom; sizes of letters.
_PLACES = """() => {
  const place = (part) => {
    const {left, top, right, bottom} = part.getBoundingClientRect();
    return [left, top, right, bottom];
  };
  const names = [...document.querySelectorAll(".graph-live .label:not(.covered) text.name")];
  return [
    place(document.querySelector(".graph-live")),
    [...document.querySelectorAll(".graph-live .node .shape")].map(place),
    names.map(place),
    names.map((name) => parseFloat(getComputedStyle(name).fontSize) * name.getScreenCTM().a),
  ];
}"""


def _scale(page: Page) -> float:
    return float(
        page.evaluate("new DOMMatrix(document.querySelector('.graph-live > svg').style.transform).a")
    )


def _pinch(page: Page) -> None:
    """Draw two fingers apart over the graph."""
    page.locator(".graph-live").scroll_into_view_if_needed()
    box = page.locator(".graph-live").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 30), ("touchMove", 45), ("touchMove", 60), ("touchEnd", None)):
        points = (
            [] if apart is None else [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        )
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def _star(ids: range) -> dict[str, Any]:
    """Return the data of a graph in which everybody is tied to the first one."""
    centre, *others = [
        {"id": f"f:{n}", "typ": "firma", "nazev": f"Firma {n}", "adresa": f"/firma/{n:08d}"} for n in ids
    ]
    ties = [
        {
            "kdo": other["id"],
            "kde": centre["id"],
            "druh": "spolecnik",
            "nazev": "x",
            "obdobi": "x",
            "aktualni": True,
        }
        for other in others
    ]
    return {"stred": centre["id"], "uplny": False, "uzly": [centre, *others], "vazby": ties, "cesta": None}


def test_a_graph_grows_to_500_nodes_and_says_that_there_are_more(page: Page) -> None:
    address = _graph_of_tour(page)
    answers = iter([_star(range(1, 301)), _star(range(300, 601))])
    page.route("**/vazby/graf*", lambda route: route.fulfill(json=next(answers)))
    _open_graph(page, address)
    page.locator(".graph-live g.node").last.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".graph-status")).to_contain_text("Víc než 500", timeout=_PATIENCE)
    expect(page.locator(".graph-live g.node")).to_have_count(500)


def test_a_line_of_the_graph_bears_the_sizes_of_all_present_shares(page: Page) -> None:
    address = _graph_of_tour(page)
    data = _star(range(1, 3))
    (tie,) = data["vazby"]
    shares = ["1/3, 66 666,50 Kč", "10 %, 20 000 Kč", "10 %, 20 000 Kč"]
    data["vazby"] = [
        *({**tie, "podil": share} for share in shares),
        {**tie, "podil": "5 %", "aktualni": False},
    ]
    page.route("**/vazby/graf*", lambda route: route.fulfill(json=data))
    _open_graph(page, address)
    expect(page.locator(".graph-live text.held")).to_have_text("1/3 + 10 % + 10 %")


def test_without_its_data_the_graph_is_the_picture_of_the_server(open_context: OpenContext) -> None:
    page = open_context().new_page()
    address = _graph_of_tour(page)
    page.route("**/vazby/graf*", lambda route: route.abort())
    page.goto(address)
    expect(page.locator("a.node").first).to_be_visible()
    expect(page.locator(".graph-live")).to_be_hidden()


def test_copying_puts_the_id_into_the_clipboard(context: BrowserContext, page: Page, site_url: str) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=site_url)
    page.goto("/firma/00514152")
    page.get_by_role("button", name="Kopírovat IČO").click()
    expect(page.get_by_text("Zkopírováno")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "00514152"


def test_the_export_downloads_what_the_offer_says(page: Page) -> None:
    page.goto("/hledat?q=praha")
    page.get_by_text("Stáhnout CSV").click()
    button = page.get_by_role("button", name="Stáhnout ")
    rows = int("".join(filter(str.isdigit, button.inner_text())))
    with page.expect_download() as download:
        button.click()
    text = Path(download.value.path()).read_text(encoding="utf-8-sig")
    assert len(text.strip().splitlines()) == rows + 1
    assert download.value.suggested_filename.startswith("firmy-")


def test_a_hostile_name_runs_nothing(page: Page, samples: Samples) -> None:
    page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
    for name in ("company-hostile", "ties-hostile", "people"):
        page.goto(samples.pages[name])
    page.goto("/")
    page.get_by_role("combobox").press_sequentially("alert", delay=20)
    option = page.get_by_role("option").first
    expect(option).to_contain_text(HOSTILE_NAME[:25])
    assert page.locator("img").count() == 0
    page.goto(samples.pages["company-hostile"])
    assert page.title().startswith("<script>alert(1)</script>")

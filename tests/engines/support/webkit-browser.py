"""A window around WebKitGTK for WebKitWebDriver to start: with a kept profile, or private where none is named.

Its own MiniBrowser is always private when it is automated. What the pages write to the console goes to stderr.
Arguments: the profile's directory or an empty word, and the size of the page, as in 390x844.
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

profile, size = sys.argv[1:3]
width, height = (int(part) for part in size.split("x"))

if profile:
    manager = WebKit2.WebsiteDataManager(
        base_data_directory=profile + "/data", base_cache_directory=profile + "/cache"
    )
else:
    manager = WebKit2.WebsiteDataManager.new_ephemeral()
context = WebKit2.WebContext(website_data_manager=manager)
context.set_automation_allowed(True)
# What moves is painted again and again, and waited for.
Gtk.Settings.get_default().set_property("gtk-enable-animations", False)


def create_view(_session):
    settings = WebKit2.Settings(
        enable_write_console_messages_to_stdout=True,
    )
    view = WebKit2.WebView(web_context=context, settings=settings, is_controlled_by_automation=True)
    window = Gtk.Window()
    window.set_default_size(width, height)
    window.add(view)
    window.show_all()
    view.connect("close", lambda _view: window.destroy())
    return view


def session_started(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("WebKitGTK")
    info.set_version(
        WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version()
    )
    session.set_application_info(info)
    session.connect("create-web-view", create_view)


context.connect("automation-started", session_started)
Gtk.main()

def pytest_configure(config):
    config.addinivalue_line("markers", "long: takes more than ten seconds; run by ./dev test --all")
